#include "core/layout/owners.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cmd/error.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/derivation.h"
#include "cmd/report/place_rows.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/subcommand.h"

namespace layoutq {

namespace {

/// The lines of standard input, in memory of a fixed size.
class InputLines {
 public:
  /// `before_wait` is called before each read, which may wait for the other end.
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
      const ssize_t got = ::read(STDIN_FILENO, buffer_ + end_, sizeof buffer_ - end_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw Error(fmt::format("cannot read standard input: {}", std::strerror(errno)));
      ended_ = got == 0;
      end_ += static_cast<std::size_t>(got);
    }
  }

  /// Of the line that `next` gave last, from 1 on.
  Int number() const { return number_; }

 private:
  char buffer_[1 << 16];
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool ended_ = false;
  Int number_ = 0;
};

/// Answers one coordinate after the other.
class Answers {
 public:
  Answers(Report* report, const Layout& layout, bool explain)
      : report_(report), layout_(&layout), explain_(explain) {}

  void add(std::string_view text) {
    const Coordinate coordinate = read_coordinate(text, layout_->shape());
    for (Owners owners = layout_->owners(coordinate); owners; owners.next()) {
      run_.element = coordinate;
      run_.place = *owners;
      write_by_element(report_, *layout_, run_);
      if (explain_) derive_place(&report_->output(), *layout_, *owners);
    }
    // Only the first few are named: the notes must not grow with the answer.
    constexpr std::size_t most = 4;
    const Int holders = layout_->holders(coordinate);
    if (holders > 1 && notes_.size() < most) {
      notes_.push_back(
          fmt::format("{} places hold {}: copies", holders, in_parentheses(coordinate)));
    }
  }

  /// Also when it ends early: the answers so far stand.
  int close() { return report_->close(notes_); }

 private:
  Report* report_;
  const Layout* layout_;
  bool explain_;
  Run run_{.length = 1};
  std::vector<std::string> notes_;
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

}  // namespace

int run_owners(const Arguments& arguments) {
  CommandLine line("owners [flags] COORD...",
                   "Who holds an element: every place, by warp, lane and register.",
                   {"layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 9,6",
                    "layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 --explain 9,6",
                    "echo 9,6 | layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 --csv -"});
  line.words("COORD", "9,6 or '(9, 6)'; - reads lines of stdin");
  line.flag({.names = "--explain", .value = "", .help = "the calculation by hand (table)"});
  add_layout_flags(&line);
  add_output_flags(&line);
  if (!line.parse(arguments)) return 0;

  const OutputOptions options = read_output_options(line);
  only_in_table(line, options, "--explain");
  const Subject subject = read_layout(line);
  const Layout& layout = subject.layout;
  if (line.words().empty()) {
    throw Error("no coordinate is given: name an element, as in 9,6, or - for standard input");
  }
  // What is wrong on the command line is found before anything is written.
  bool reads_input = false;
  for (const std::string& word : line.words()) {
    if (word == "-" && reads_input) throw Error("- is given twice: standard input is read once");
    reads_input = reads_input || word == "-";
    if (word != "-") read_coordinate(word, layout.shape());
  }

  Report report(options, "owners", heading_of(subject.description, subject.shape));
  report.open(columns_by_element(layout));
  Answers answers(&report, layout, line.given("--explain"));
  try {
    for (const std::string& word : line.words()) {
      if (word == "-") {
        add_lines(&answers, &report.output());
      } else {
        answers.add(word);
      }
    }
  } catch (const Error&) {
    answers.close();
    throw;
  }
  return answers.close();
}

}  // namespace layoutq
