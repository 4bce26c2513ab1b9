#include "core/questions/banks.h"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/error.h"
#include "cmd/flags/bank_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/picture/bank_picture.h"
#include "cmd/report/bank_notes.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/offset_rows.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/requests.h"
#include "cmd/subcommands/subcommand.h"
#include "core/kinds/description.h"
#include "core/kinds/shared/shared_description.h"
#include "core/kinds/shared/swizzles.h"
#include "core/layout/text.h"
#include "core/questions/swizzling.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

/// Returns the reason why the bank conflicts of these registers cannot be counted.
std::string reason_of(BankProblem problem, const Layout& registers, Int shared_blocks) {
  switch (problem) {
    case BankProblem::sizes:
      return fmt::format(
          "banks needs sizes that are powers of two, and the layout on shape {} has others",
          to_text(registers.shape()));
    case BankProblem::blocks:
      return fmt::format("the layout of registers is over {}, that in shared memory over {}",
                         counted(registers.blocks(), "CTA"), shared_blocks);
    case BankProblem::other_memory:
      return "a CTA's registers hold elements that lie in another CTA's shared memory";
  }
  return "";
}

/// Throws Error if the bank conflicts cannot be counted.
BankAccess bank_access(const Layout& registers, const SharedLayout& shared, Int element_bytes) {
  const auto found = BankAccess::of(registers, shared, element_bytes);
  if (const auto* access = std::get_if<BankAccess>(&found)) return *access;
  throw Error(reason_of(std::get<BankProblem>(found), registers, shared.blocks()));
}

/// Throws Error if there are too many requests to count one by one.
BankTraffic bank_traffic(const BankAccess& access) {
  const auto traffic = access.traffic();
  if (traffic) return *traffic;
  throw Error(fmt::format(
      "with this padding there are more than {} accesses to count: give a smaller --shape",
      most_accesses));
}

Heading heading_of(const BankQuestion& question) {
  Heading heading;
  for (const BankSide& side : question.sides) {
    const std::string text = caption(side.description, question.shape);
    heading.caption += side.name.empty() ? text + "\n" : fmt::format("{} {}\n", side.name, text);
    heading.members.emplace_back(side.name.empty() ? "layout" : side.name,
                                 json_text(side.description));
  }
  if (question.shared) {
    heading.caption += fmt::format("in {}", mlir_text(*question.shared));
    heading.members.emplace_back("shared", json_text(*question.shared));
  } else {
    heading.caption += "in shared memory";
  }
  heading.members.emplace_back("shape", to_json(question.shape));
  return heading;
}

/// Returns the figures of the shared memory, and whether Triton uses ldmatrix or stmatrix on a
/// side.
std::vector<Figure> figures_of(const BankQuestion& question, const SharedLayout& shared,
                               const std::vector<BankAccess>& accesses) {
  std::vector<Figure> figures = figures_of(SharedTensor{shared, question.element.bytes});
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const std::string& side = question.sides[i].name;
    figures.push_back({side.empty() ? "matrix" : side + "_matrix", Column::Kind::truth,
                       accesses[i].fits_matrix_instructions(), false});
  }
  return figures;
}

/// Draws the slowest request of each side, or all requests.
void draw(Report* report, const BankQuestion& question, const std::vector<BankAccess>& accesses,
          bool all, std::vector<std::string> notes) {
  std::vector<DrawnAccess> drawn;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    drawn.push_back({question.sides[i].name, accesses[i]});
  }
  Picture picture =
      bank_picture(fmt::format("{}; {}", heading_of(question).caption, question.element.name),
                   drawn, question.element.bytes, all);
  picture.notes = std::move(notes);
  write_picture(&report->output(), report->format(), picture);
}

/// The requests of a side, or of all sides.
struct AccessRow {
  std::string access;
  BankTraffic traffic;
  std::optional<Int> vector_bytes = {};
};

Table<AccessRow> access_table(bool named_sides) {
  Table<AccessRow> table;
  if (named_sides) table.add({"access", Column::Kind::text}, &AccessRow::access);
  table.add({"requests"}, &AccessRow::traffic, &BankTraffic::requests);
  table.add({"wavefronts"}, &AccessRow::traffic, &BankTraffic::wavefronts);
  table.add({"ideal_wavefronts"}, &AccessRow::traffic, &BankTraffic::ideal_wavefronts);
  table.add({"conflicts"}, &AccessRow::traffic, &BankTraffic::conflicts);
  table.add({"ways"}, &AccessRow::traffic, &BankTraffic::ways);
  table.add({"vector_bytes"}, &AccessRow::vector_bytes);
  return table;
}

int report_accesses(const BanksRequest& request) {
  const BankQuestion& question = request.question;
  const SharedLayout shared = build(*question.shared, question.shape);
  std::vector<AccessRow> rows;
  std::vector<std::string> notes = question.notes;
  std::vector<BankAccess> accesses;
  BankTraffic total;
  for (const BankSide& side : question.sides) {
    accesses.push_back(bank_access(registers_of(question, side), shared, question.element.bytes));
    const BankAccess& access = accesses.back();
    const BankTraffic traffic = bank_traffic(access);
    rows.push_back({side.name, traffic, access.vector_bytes()});
    total.add(traffic);
    for (std::string& note : notes_on_banks(access, side.name, traffic)) {
      notes.push_back(std::move(note));
    }
  }
  if (question.sides.size() > 1) rows.push_back({"total", total});
  for (std::string& note : notes_on_memory({shared, question.element.bytes})) {
    notes.push_back(std::move(note));
  }
  Report report(request.output, "banks", heading_of(question));
  report.summarize(figures_of(question, shared, accesses));
  access_table(question.named_sides()).write(&report, rows, question.element.name);
  if (request.output.is_picture()) draw(&report, question, accesses, false, notes);
  if (request.explain) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      explain_banks(&report.output(), accesses[i], question.sides[i].name, question.element.bytes);
    }
  }
  return report.close(notes);
}

/// A phase of a request on a side.
struct PhaseRow {
  std::string_view access;
  BankPhase phase;
};

Table<PhaseRow> phase_table(bool named_sides, Int warps, Int registers) {
  constexpr Int most_words = 32;
  Table<PhaseRow> table;
  const auto add = [&](const char* name, Int largest, Int BankPhase::*number) {
    table.add({.name = name, .largest = largest}, &PhaseRow::phase, number);
  };
  if (named_sides) {
    table.add({.name = "access", .kind = Column::Kind::text, .width = 6}, &PhaseRow::access);
  }
  add("warp", warps - 1, &BankPhase::warp);
  add("register", registers - 1, &BankPhase::reg);
  add("phase", most_words, &BankPhase::phase);
  add("words", most_words, &BankPhase::words);
  add("wavefronts", most_words, &BankPhase::wavefronts);
  return table;
}

int report_requests(const BanksRequest& request) {
  const BankQuestion& question = request.question;
  const SharedLayout shared = build(*question.shared, question.shape);
  std::vector<BankAccess> accesses;
  Int warps = 1;
  Int registers = 1;
  for (const BankSide& side : question.sides) {
    const Layout layout = registers_of(question, side);
    accesses.push_back(bank_access(layout, shared, question.element.bytes));
    warps = std::max(warps, layout.warps());
    registers = std::max(registers, layout.registers());
  }
  Report report(request.output, "banks", heading_of(question));
  report.summarize(figures_of(question, shared, accesses));
  const Table<PhaseRow> table = phase_table(question.named_sides(), warps, registers);
  report.open(table.columns(), question.element.name);
  if (request.output.is_picture()) draw(&report, question, accesses, true, question.notes);
  std::vector<std::string> notes = question.notes;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const BankAccess& access = accesses[i];
    const std::string& name = question.sides[i].name;
    access.for_each_phase([&](const BankPhase& phase) { report.row(table.values({name, phase})); });
    notes.push_back(fmt::format("{}{} a lane, {} to a phase", name.empty() ? "" : name + ": ",
                                counted(access.vector_bytes(), "byte"),
                                counted(access.lanes_per_phase(), "lane")));
  }
  return report.close(notes);
}

/// A layout of shared memory that was tried.
struct Tried {
  SharedDescription shared;
  std::vector<BankTraffic> traffics = {};  ///< one for each side
  BankTraffic total = {};
  bool matrix = false;  ///< true if Triton uses ldmatrix or stmatrix on one side
  Int bytes = 0;
};

/// Returns all layouts that Triton could use as counted, sorted by wavefronts and then by memory.
/// Omits paddings of large tensors, which take long to count. Throws Error if no layout is left.
std::vector<Tried> try_swizzles(const BankQuestion& question) {
  std::vector<Layout> registers;
  for (const BankSide& side : question.sides) {
    registers.push_back(registers_of(question, side));
    if (registers.back().blocks() == 1) continue;
    throw Error(fmt::format("--swizzles is for one CTA: the layout is that of a cluster of {}",
                            registers.back().blocks()));
  }
  std::vector<Tried> all;
  std::vector<SharedDescription> candidates = swizzles(question.shape, question.element.bytes);
  auto made = swizzles_for(registers, question.element.bytes);
  if (!made) throw Error(reason_of(BankProblem::sizes, registers.front(), 1));
  for (Bases& bases : *made) {
    candidates.push_back({SharedLinear{.offset_bases = std::move(bases), .shape = question.shape}});
  }
  for (const SharedDescription& shared : candidates) {
    if (problem_of(shared) || problem_of(shared, question.shape)) continue;
    const SharedLayout layout = build(shared, question.shape);
    if (layout.size() > max_places / question.element.bytes) continue;
    Tried tried{.shared = shared, .bytes = layout.size() * question.element.bytes};
    bool usable = true;
    for (const Layout& side : registers) {
      const BankAccess access = bank_access(side, layout, question.element.bytes);
      const auto traffic = access.traffic();
      usable = usable && traffic && !access.padding_misaligns() &&
               (!access.padding() || access.in_order());
      if (!usable) break;
      tried.matrix = tried.matrix || access.fits_matrix_instructions();
      tried.traffics.push_back(*traffic);
      tried.total.add(*traffic);
    }
    if (usable) all.push_back(std::move(tried));
  }
  if (all.empty()) {
    throw Error(
        fmt::format("no layout in shared memory has room for shape {}", to_text(question.shape)));
  }
  std::stable_sort(all.begin(), all.end(), [](const Tried& a, const Tried& b) {
    return std::pair(a.total.wavefronts, a.bytes) < std::pair(b.total.wavefronts, b.bytes);
  });
  return all;
}

Table<Tried> tried_table(const BankQuestion& question) {
  Table<Tried> table;
  for (std::size_t i = 0; i < question.sides.size(); ++i) {
    const std::string& side = question.sides[i].name;
    table.add({side.empty() ? "wavefronts" : side + "_wavefronts"},
              [i](const Tried& tried) { return tried.traffics[i].wavefronts; });
  }
  if (question.sides.size() > 1) {
    table.add({"wavefronts"}, &Tried::total, &BankTraffic::wavefronts);
  }
  table.add({"conflicts"}, &Tried::total, &BankTraffic::conflicts);
  table.add({"ways"}, &Tried::total, &BankTraffic::ways);
  table.add({"bytes"}, &Tried::bytes);
  table.add({"matrix", Column::Kind::truth}, &Tried::matrix);
  table.add({"shared", Column::Kind::text}, [](const Tried& tried) {
    return Text{mlir_text(tried.shared), json_text(tried.shared)};
  });
  return table;
}

int report_swizzles(const BanksRequest& request) {
  const BankQuestion& question = request.question;
  const std::vector<Tried> all = try_swizzles(question);
  const auto end = all.begin() + std::min(request.most, static_cast<Int>(all.size()));
  const std::vector<Tried> shown(all.begin(), end);
  Report report(request.output, "banks", heading_of(question));
  report.summarize({{"element_bytes", Column::Kind::number, question.element.bytes, false},
                    {"tried", Column::Kind::number, static_cast<Int>(all.size()), false}});
  tried_table(question).write(&report, shown, question.element.name);
  std::vector<std::string> notes = question.notes;
  if (shown.size() < all.size()) {
    notes.push_back(
        fmt::format("the best {} of {} (--most N shows more)", shown.size(), all.size()));
  }
  if (std::any_of(shown.begin(), shown.end(), [](const Tried& tried) { return tried.matrix; })) {
    notes.emplace_back(
        "matrix: Triton uses ldmatrix or, from the H100 on, stmatrix there; these counts are "
        "for plain loads and stores");
  }
  const Tried& best = all.front();
  notes.push_back(best.total.conflicts() == 0
                      ? "the first has no bank conflicts"
                      : fmt::format("the first has {}-way bank conflicts", best.total.ways));
  if (const auto python = python_text(best.shared)) {
    notes.push_back(fmt::format("the first in Gluon: {}", *python));
  }
  return report.close(notes);
}

}  // namespace

CommandLine define_banks() {
  CommandLine line(
      "banks --shared TEXT [flags]",
      "Shows whether lanes collide in the banks of shared memory when a tensor's\nregisters are "
      "stored to it or loaded from it.",
      {"layoutq banks --spt 1,1 --tpw 32,1 --shared 'NVMMASharedLayout(128, 32)'",
       "layoutq banks --load '#mma' --shared '#shared' --from kernel.ttgir --explain",
       "layoutq banks --store '#blocked' --load '#mma' --swizzles -i kernel.ttgir",
       "layoutq banks --spt 1,4 --tpw 8,4 --swizzles --most 1 --assert 'ways == 1'"});
  add_bank_flags(&line);
  line.flag(
      {.names = "--per",
       .value = "WHAT",
       .help =
           "rows: cta (default) for all requests of a CTA,\nrequest for each phase of each request",
       .choices = "cta request"});
  line.flag({.names = "--explain",
             .value = "",
             .help = "show bank, words and lanes of the worst phase\n(only with --format table)"});
  line.flag({.names = "--swizzles",
             .value = "",
             .help = "try many layouts in shared memory (swizzles,\nwidths, paddings) and show the "
                     "best first"});
  line.flag({.names = "--most",
             .value = "N",
             .help = "show at most N of those that --swizzles tries\n(default: 10)"});
  line.group("Elements");
  add_element_type_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line, with_pictures);
  return line;
}

int run_banks(const CommandLine& line) {
  line.no_words();

  using Rows = BanksRequest::Rows;
  const OutputOptions output = read_output_options(line, with_pictures);
  only_in_table(line, output, "--explain");
  Rows rows = read_choice<Rows>("--per", line.get("--per").value_or("cta"),
                                {{"cta", Rows::ctas}, {"request", Rows::requests}});
  const bool tries = line.given("--swizzles");
  const auto has_no_meaning = [&](std::string_view flag, bool where, std::string_view reason) {
    if (where && line.given(flag)) throw Error(fmt::format("{} has no meaning {}", flag, reason));
  };
  has_no_meaning("--most", !tries, "here: it is for --swizzles");
  has_no_meaning("--per", tries, "with --swizzles");
  has_no_meaning("--explain", tries, "with --swizzles");
  has_no_meaning("--explain", rows == Rows::requests, "with --per request");
  if (tries) rows = Rows::swizzles;
  if (tries && output.is_picture()) {
    throw Error("--swizzles has no picture: draw one of them with --shared");
  }
  BankQuestion question = read_bank_question(line);
  constexpr Int most_shown = 1 << 16;
  const Int most = read_number("--most", line.get("--most").value_or("10"), {1, most_shown + 1});
  return answer(BanksRequest{output, std::move(question), rows, line.given("--explain"), most});
}

int answer(const BanksRequest& request) {
  switch (request.rows) {
    case BanksRequest::Rows::ctas:
      return report_accesses(request);
    case BanksRequest::Rows::requests:
      return report_requests(request);
    case BanksRequest::Rows::swizzles:
      return report_swizzles(request);
  }
  return 0;
}

}  // namespace layoutq
