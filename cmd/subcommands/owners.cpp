#include "core/layout/owners.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>

#include "cmd/error.h"
#include "cmd/flags/element_type.h"
#include "cmd/flags/file_text.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/derivation.h"
#include "cmd/report/notes.h"
#include "cmd/report/offset_derivation.h"
#include "cmd/report/offset_rows.h"
#include "cmd/report/place_rows.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/subcommand.h"

namespace layoutq {

namespace {

/// Reads the lines of standard input, in a fixed amount of memory.
class InputLines {
 public:
  /// Calls `before_wait` before each read, because a read may block.
  template <class BeforeWait>
  bool next(std::string_view* line, BeforeWait before_wait) {
    for (;;) {
      const char* start = buffer_ + begin_;
      if (const void* end = std::memchr(start, '\n', end_ - begin_)) {
        *line = {start, static_cast<std::size_t>(static_cast<const char*>(end) - start)};
        begin_ += line->size() + 1;
        ++number_;
        return true;
      }
      if (ended_) {
        *line = {start, end_ - begin_};
        begin_ = end_;
        ++number_;
        return !line->empty();
      }
      std::memmove(buffer_, start, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
      if (end_ == sizeof buffer_) {
        throw Error(fmt::format("line {} of standard input is too long", number_ + 1));
      }
      before_wait();
      const ssize_t got = read_some(STDIN_FILENO, buffer_ + end_, sizeof buffer_ - end_);
      if (got < 0) throw Error(fmt::format("cannot read standard input: {}", std::strerror(errno)));
      ended_ = got == 0;
      end_ += static_cast<std::size_t>(got);
    }
  }

  /// The number of the line that `next` read last, from 1.
  Int number() const { return number_; }

 private:
  char buffer_[1 << 16];
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool ended_ = false;
  Int number_ = 0;
};

/// The layout that is asked, and how to write an answer.
struct Question {
  const Layout& layout;
  std::function<void(const Run&)> write;
  std::function<void(const Place&)> derive;  ///< empty without --explain
};

/// Answers coordinates one after the other.
class Answers {
 public:
  /// `notes` are printed before the notes on the answers.
  Answers(Report* report, Question question, std::vector<std::string> notes)
      : report_(report), question_(std::move(question)), notes_(std::move(notes)) {}

  void add(std::string_view text) {
    const Layout& layout = question_.layout;
    const Coordinate coordinate = read_coordinate(text, layout.shape());
    for (Owners owners = layout.owners(coordinate); owners; owners.next()) {
      run_.element = coordinate;
      run_.place = *owners;
      question_.write(run_);
      if (question_.derive) question_.derive(*owners);
    }
    // Names only the first few, so that the notes do not grow with the answer.
    constexpr int most = 4;
    const Int holders = layout.holders(coordinate);
    if (holders > 1 && copied_++ < most) {
      notes_.push_back(
          fmt::format("{} places hold {}: copies", holders, in_parentheses(coordinate)));
    }
  }

  const Shape& shape() const { return question_.layout.shape(); }
  int close() { return report_->close(notes_); }
  /// Ends the answer after an error, and keeps the rows so far.
  void break_off() { report_->break_off(notes_); }

 private:
  Report* report_;
  Question question_;
  Run run_{.length = 1};
  std::vector<std::string> notes_;
  int copied_ = 0;  ///< number of answers with copies
};

void add_lines(Answers* answers, Output* output) {
  InputLines lines;
  std::string_view line;
  while (lines.next(&line, [&] { output->flush(); })) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      answers->add(line);
    } catch (const Error& error) {
      throw Error(fmt::format("line {} of standard input: {}", lines.number(), error.what()));
    }
  }
}

/// Finds errors of the command line before anything is written.
void check_words(const CommandLine& line, const Shape& shape) {
  if (line.words().empty()) {
    throw Error("no coordinate is given: name an element, as in 9,6, or - for standard input");
  }
  bool reads_input = false;
  for (const std::string& word : line.words()) {
    if (word == "-" && reads_input) throw Error("- is given twice: standard input is read once");
    if (word == "-" && line.get("--from") == "-") {
      throw Error("- and --from - both read standard input, which is read once");
    }
    reads_input = reads_input || word == "-";
    if (word != "-") read_coordinate(word, shape);
  }
}

int answer(const CommandLine& line, Report* report, Question question,
           std::vector<std::string> notes = {}) {
  Answers answers(report, std::move(question), std::move(notes));
  try {
    for (const std::string& word : line.words()) {
      if (word == "-") {
        add_lines(&answers, &report->output());
      } else {
        answers.add(word);
      }
    }
  } catch (const Error&) {
    answers.break_off();
    throw;
  }
  return answers.close();
}

int owners_in_registers(const CommandLine& line, const OutputOptions& options,
                        const Subject& subject) {
  not_for_registers(line, {"--dtype", "--bytes"});
  const Layout& layout = subject.layout;
  check_words(line, layout.shape());
  Report report(options, "owners", heading_of(subject.description, subject.shape));
  report.open(columns_by_element(layout));
  Question question{layout, [&](const Run& run) { write_by_element(&report, layout, run); }, {}};
  if (line.given("--explain")) {
    question.derive = [&](const Place& place) { derive_place(&report.output(), layout, place); };
  }
  return answer(line, &report, std::move(question));
}

int owners_in_memory(const CommandLine& line, const OutputOptions& options,
                     const SharedSubject& subject) {
  const ElementType element = read_element_type(line, subject);
  const SharedTensor tensor{subject.layout, element.bytes};
  try {
    check_words(line, subject.shape);
  } catch (const Error& error) {
    if (!subject.shape_by_default || line.words().empty()) throw;
    throw Error(fmt::format("{}, the shape by default: --shape gives another", error.what()));
  }
  Report report(options, "owners", heading_of(subject.description, subject.shape));
  report.summarize(figures_of(tensor));
  report.open(columns_by_element(tensor), element.name);
  Question question{subject.layout.numbers(),
                    [&](const Run& run) { write_by_element(&report, tensor, run); },
                    {}};
  if (line.given("--explain")) {
    question.derive = [&](const Place& place) {
      derive_offset(&report.output(), subject.description, tensor, place);
    };
  }
  return answer(line, &report, std::move(question), notes_on_memory(subject, element.bytes));
}

}  // namespace

CommandLine define_owners() {
  CommandLine line("owners [flags] COORD...",
                   "Shows who holds an element: every warp, lane and register that has it, or its\n"
                   "offset in shared memory.",
                   {"layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 9,6",
                    "layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 --explain 9,6",
                    "echo 9,6 | layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 --csv -"});
  line.words("COORD",
             "coordinate of an element, as in 9,6 or\n'(9, 6)'; - reads standard input by lines");
  line.flag({.names = "--explain",
             .value = "",
             .help = "show how each place is calculated\n(only with --format table)"});
  line.group("Elements of a tensor in shared memory");
  add_element_type_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line);
  return line;
}

int run_owners(const CommandLine& line) {
  const OutputOptions options = read_output_options(line);
  only_in_table(line, options, "--explain");
  const AnySubject any = read_any_layout(line);
  if (const auto* shared = std::get_if<SharedSubject>(&any)) {
    return owners_in_memory(line, options, *shared);
  }
  return owners_in_registers(line, options, std::get<Subject>(any));
}

}  // namespace layoutq
