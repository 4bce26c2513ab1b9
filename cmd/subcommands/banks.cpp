#include "core/questions/banks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/error.h"
#include "cmd/flags/element_type.h"
#include "cmd/flags/named_layouts.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/subcommand.h"
#include "core/kinds/shared/swizzles.h"
#include "core/layout/text.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

/// A layout whose registers are stored, or loaded, or either.
struct Side {
  std::string name;  ///< "store", "load"; empty for either
  Description description;
};

/// What is asked: each side's registers, on one tensor, against one layout in shared memory, or
/// against none yet.
struct Question {
  std::vector<Side> sides;
  std::optional<SharedDescription> shared = std::nullopt;
  Shape shape = {};
  std::string_view shape_name = "--shape";  ///< what gave it
  ElementType element = {};
};

/// A type in shared memory, or a layout's text.
bool is_type(std::string_view text) { return text.find("memdesc<") != std::string_view::npos; }

/// The sides by their own flags, or by the flags that tell one layout.
std::vector<Side> read_sides(const CommandLine& line, const std::optional<DumpFile>& file) {
  std::vector<Side> sides;
  for (const auto& [flag, name] : {std::pair{"--store", "store"}, {"--load", "load"}}) {
    const auto text = line.get(flag);
    if (!text) continue;
    const AnyDescription any = read_named(flag, *text, file);
    const auto* description = std::get_if<Description>(&any);
    if (description == nullptr) {
      throw Error(fmt::format("{} is {}, a layout in shared memory: give it to --shared", flag,
                              kind_name(any)));
    }
    sides.push_back({name, *description});
  }
  if (sides.empty())
    return {{"", read_layout(line, {.file = file ? &*file : nullptr}).description}};
  for (std::string_view flag : {"--layout", "--spt", "--tpw", "--wpc", "--order", "--slice"}) {
    if (!line.given(flag)) continue;
    throw Error(fmt::format("{} and {} both say the layout of registers: give one of them", flag,
                            line.given("--store") ? "--store" : "--load"));
  }
  return sides;
}

Question read_question(const CommandLine& line) {
  std::optional<DumpFile> file;
  if (const auto path = line.get("--from")) file.emplace(*path);
  const Dump* dump = file ? &file->dump() : nullptr;
  Question question{.sides = read_sides(line, file)};

  std::optional<Shape> shape;
  std::string told;  // the element's type
  if (const auto text = line.get("--shared")) {
    if (line.given("--swizzles")) {
      throw Error("--shared has no meaning here: --swizzles tries what there is");
    }
    AnyDescription any;
    if (is_type(*text)) {
      const TensorType type = read_tensor("--shared", *text, dump);
      if (!type.layout) throw Error("--shared is a type without a layout");
      any = *type.layout;
      shape = without_count(any, type.shape);
      told = type.element;
      question.shape_name = "--shared's shape";
    } else {
      any = read_named("--shared", *text, file);
    }
    const auto* shared = std::get_if<SharedDescription>(&any);
    if (shared == nullptr) {
      throw Error(fmt::format("--shared is {}, a layout of registers: give it to --layout",
                              kind_name(any)));
    }
    question.shared = *shared;
  } else if (!line.given("--swizzles")) {
    throw Error(
        "--shared is missing: the layout in shared memory, as in --shared "
        "'SwizzledSharedLayout(4, 1, 8, [1, 0])' (or --swizzles, which tries all)");
  }
  if (const auto text = line.get("--tensor")) {
    const TensorType type = read_tensor("--tensor", *text, dump);
    if (type.layout && !question.sides.front().name.empty()) {
      throw Error("--tensor has a layout: give its shape and element type alone");
    }
    shape = type.shape;
    told = type.element;
    question.shape_name = "--tensor's shape";
  } else if (line.given("--shape")) {
    shape = question.sides.front().name.empty()
                ? read_layout(line, {.file = file ? &*file : nullptr}).shape
                : read_list("--shape", *line.get("--shape"), {1, max_extent + 1});
    question.shape_name = "--shape";
  }
  if (!shape) {
    // What either covers once.
    std::vector<Shape> shapes;
    for (const Side& side : question.sides) shapes.push_back(covered_shape(side.description));
    if (question.shared) shapes.push_back(covered_shape(*question.shared));
    shape = shapes.front();
    for (const Shape& other : shapes) {
      for (int d = 0; d < std::min(shape->rank(), other.rank()); ++d) {
        (*shape)[d] = std::max((*shape)[d], other[d]);
      }
    }
    question.shape_name = "shape (by default)";
  }
  question.shape = *shape;
  if (question.shared) {
    SharedSubject subject = on_shape(question.shape_name, *question.shared, shape);
    subject.element = told;
    question.element = read_element_type(line, subject);
  } else {
    question.element = read_element_type(line, told);
  }
  return question;
}

/// The registers of a side by their bases. Error where there are none.
LinearLayout registers_of(const Question& question, const Side& side) {
  const Subject subject = on_shape(question.shape_name, side.description, question.shape);
  const auto linear = subject.layout.linear();
  if (!linear) {
    throw Error(fmt::format(
        "banks are counted by bits: not every size of the layout on shape {} is a power of two",
        to_text(question.shape)));
  }
  return *linear;
}

BankAccess access_of(const LinearLayout& registers, const SharedLayout& shared, Int element_bytes) {
  auto access = BankAccess::of(registers, shared, element_bytes);
  if (access) return *access;
  throw Error(registers.blocks() != shared.blocks()
                  ? fmt::format("the registers are those of {}, the shared memory that of {}",
                                counted(registers.blocks(), "CTA"), shared.blocks())
                  : "a CTA's registers hold elements of another CTA's shared memory");
}

BankTraffic traffic_of(const BankAccess& access) {
  const auto traffic = access.traffic();
  if (!traffic) {
    throw Error(
        fmt::format("the paddings make more than {} accesses to look at: give a smaller "
                    "--shape",
                    most_accesses));
  }
  return *traffic;
}

Heading heading_of(const Question& question) {
  Heading heading;
  for (const Side& side : question.sides) {
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

Figure element_figure(const Question& question) {
  return {"element_bytes", Column::Kind::number, question.element.bytes, false};
}

/// "lanes 0 to 7".
std::string lanes_text(const BankAccess& access, const BankPhase& phase) {
  const Int last = phase.first_lane + access.lanes_per_phase() - 1;
  return last == phase.first_lane ? fmt::format("lane {}", last)
                                  : fmt::format("lanes {} to {}", phase.first_lane, last);
}

/// The bank that takes a phase longest, its words, and who wants them.
void explain(Output* output, const BankAccess& access, Int element_bytes) {
  const auto worst = access.worst_phase();
  if (!worst) return;
  const std::vector<BankAccess::Wanted> wanted = access.wanted(*worst);
  struct Word {
    Int word;
    std::vector<Int> lanes;
  };
  std::vector<Word> slowest;
  Int slowest_bank = 0;
  for (auto at = wanted.begin(); at != wanted.end();) {
    const Int bank = at->bank;
    std::vector<Word> words;
    for (; at != wanted.end() && at->bank == bank; ++at) {
      if (words.empty() || words.back().word != at->word) words.push_back({at->word, {}});
      std::vector<Int>& lanes = words.back().lanes;
      if (lanes.empty() || lanes.back() != at->lane) lanes.push_back(at->lane);
    }
    if (words.size() > slowest.size()) {
      slowest = std::move(words);
      slowest_bank = bank;
    }
  }
  output->print("  worst phase: warp {}, register {}, phase {} ({}): {} of bank {}\n", worst->warp,
                worst->reg, worst->phase, lanes_text(access, *worst),
                counted(static_cast<Int>(slowest.size()), "word"), slowest_bank);
  for (const Word& word : slowest) {
    const Int byte = word.word * word_bytes;
    output->print("    word {} (byte {}, offset {}): {} {}\n", word.word, byte,
                  byte / element_bytes, word.lanes.size() == 1 ? "lane" : "lanes",
                  fmt::join(word.lanes, ", "));
  }
}

/// What is worth knowing of a side's accesses.
std::vector<std::string> notes_on_access(const BankAccess& access, const Side& side,
                                         const BankTraffic& traffic) {
  const std::string prefix = side.name.empty() ? "" : side.name + ": ";
  std::vector<std::string> notes{
      prefix + (traffic.conflicts() == 0
                    ? "no bank conflicts"
                    : fmt::format("{}-way bank conflicts: {} wavefronts more than without",
                                  traffic.ways, traffic.conflicts()))};
  if (access.fits_matrix_instructions()) {
    notes.push_back(fmt::format("{}Triton takes {} here; these figures are those of plain {}",
                                prefix,
                                side.name == "store"  ? "stmatrix (from the H100 on)"
                                : side.name == "load" ? "ldmatrix"
                                                      : "ldmatrix and, from the H100 on, stmatrix",
                                side.name.empty() ? "loads and stores" : side.name + "s"));
  }
  if (access.padding_misaligns()) {
    notes.push_back(prefix +
                    fmt::format("Triton 3.6 takes wider accesses than {} here, which the padding "
                                "misaligns: the kernel faults",
                                counted(access.vector_bytes(), "byte")));
  } else if (access.padding() && !access.in_order()) {
    notes.push_back(prefix +
                    "Triton 3.6 takes such registers through a padded layout in pieces, most of "
                    "them single elements: more requests than these");
  }
  constexpr Int nvidia_lanes = 32;
  if (access.lanes() != nvidia_lanes) {
    notes.push_back(prefix + fmt::format("banks and phases are those of NVIDIA's warps of {} lanes",
                                         nvidia_lanes));
  }
  return notes;
}

int report_accesses(const CommandLine& line, const OutputOptions& options,
                    const Question& question) {
  const SharedLayout shared = build(*question.shared, question.shape);
  const bool sides = !question.sides.front().name.empty();
  std::vector<Column> columns;
  if (sides) columns.push_back({.name = "access", .kind = Column::Kind::text});
  for (const char* name :
       {"requests", "wavefronts", "ideal_wavefronts", "conflicts", "ways", "vector_bytes"}) {
    columns.push_back({name});
  }
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> notes;
  std::vector<BankAccess> accesses;
  BankTraffic total;
  const auto add_row = [&](const std::string& name, const BankTraffic& traffic, Value bytes) {
    std::vector<Value>& row = rows.emplace_back();
    if (sides) row.push_back(Text{name});
    row.insert(row.end(), {traffic.requests, traffic.wavefronts, traffic.ideal_wavefronts,
                           traffic.conflicts(), traffic.ways, std::move(bytes)});
  };
  for (const Side& side : question.sides) {
    accesses.push_back(access_of(registers_of(question, side), shared, question.element.bytes));
    const BankAccess& access = accesses.back();
    const BankTraffic traffic = traffic_of(access);
    add_row(side.name, traffic, access.vector_bytes());
    total.requests += traffic.requests;
    total.wavefronts += traffic.wavefronts;
    total.ideal_wavefronts += traffic.ideal_wavefronts;
    total.ways = std::max(total.ways, traffic.ways);
    for (std::string& note : notes_on_access(access, side, traffic)) {
      notes.push_back(std::move(note));
    }
  }
  if (question.sides.size() > 1) add_row("total", total, std::monostate());
  for (std::string& note : notes_on_memory({shared, question.element.bytes})) {
    notes.push_back(std::move(note));
  }
  Report report(options, "banks", heading_of(question));
  report.summarize({element_figure(question)});
  report.open_with(std::move(columns), rows, question.element.name);
  if (line.given("--explain")) {
    for (const BankAccess& access : accesses) {
      explain(&report.output(), access, question.element.bytes);
    }
  }
  return report.close(notes);
}

int report_requests(const OutputOptions& options, const Question& question) {
  const SharedLayout shared = build(*question.shared, question.shape);
  const bool sides = !question.sides.front().name.empty();
  std::vector<BankAccess> accesses;
  Int warps = 1;
  Int registers = 1;
  for (const Side& side : question.sides) {
    const LinearLayout layout = registers_of(question, side);
    accesses.push_back(access_of(layout, shared, question.element.bytes));
    warps = std::max(warps, layout.warps());
    registers = std::max(registers, layout.registers());
  }
  constexpr Int most_words = 32;
  std::vector<Column> columns;
  if (sides) columns.push_back({.name = "access", .kind = Column::Kind::text, .width = 6});
  columns.insert(columns.end(), {{.name = "warp", .largest = warps - 1},
                                 {.name = "register", .largest = registers - 1},
                                 {.name = "phase", .largest = most_words},
                                 {.name = "words", .largest = 4 * most_words},
                                 {.name = "wavefronts", .largest = most_words}});
  Report report(options, "banks", heading_of(question));
  report.summarize({element_figure(question)});
  report.open(std::move(columns), question.element.name);
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const BankAccess& access = accesses[i];
    const std::string& name = question.sides[i].name;
    access.for_each_phase([&](const BankPhase& phase) {
      std::vector<Value> row;
      if (sides) row.push_back(Text{name});
      row.insert(row.end(), {phase.warp, phase.reg, phase.phase, phase.words, phase.wavefronts});
      report.row(row);
    });
    notes.push_back(fmt::format("{}{} a lane, {} to a phase", name.empty() ? "" : name + ": ",
                                counted(access.vector_bytes(), "byte"),
                                counted(access.lanes_per_phase(), "lane")));
  }
  return report.close(notes);
}

/// A layout in shared memory that was tried.
struct Tried {
  SharedDescription shared;
  std::vector<BankTraffic> traffics;  ///< of each side
  BankTraffic total;
  Int bytes = 0;
};

/// All that can be tried, the fewest wavefronts first, then the least memory.
std::vector<Tried> try_swizzles(const Question& question) {
  std::vector<LinearLayout> registers;
  for (const Side& side : question.sides) registers.push_back(registers_of(question, side));
  std::vector<Tried> all;
  for (const SharedDescription& shared : swizzles(question.shape, question.element.bytes)) {
    const SharedLayout layout = build(shared, question.shape);
    Tried tried{.shared = shared,
                .traffics = {},
                .total = {},
                .bytes = layout.size() * question.element.bytes};
    for (const LinearLayout& side : registers) {
      const BankTraffic traffic = traffic_of(access_of(side, layout, question.element.bytes));
      tried.traffics.push_back(traffic);
      tried.total.wavefronts += traffic.wavefronts;
      tried.total.ideal_wavefronts += traffic.ideal_wavefronts;
      tried.total.ways = std::max(tried.total.ways, traffic.ways);
    }
    all.push_back(std::move(tried));
  }
  std::stable_sort(all.begin(), all.end(), [](const Tried& a, const Tried& b) {
    return std::pair(a.total.wavefronts, a.bytes) < std::pair(b.total.wavefronts, b.bytes);
  });
  return all;
}

int report_swizzles(const CommandLine& line, const OutputOptions& options,
                    const Question& question) {
  constexpr Int most_shown = 1 << 16;
  const Int most = read_number("--most", line.get("--most").value_or("10"), {1, most_shown + 1});
  const std::vector<Tried> all = try_swizzles(question);
  const std::size_t shown = std::min(all.size(), static_cast<std::size_t>(most));
  std::vector<Column> columns;
  for (const Side& side : question.sides) {
    columns.push_back({side.name.empty() ? "wavefronts" : side.name + "_wavefronts"});
  }
  if (question.sides.size() > 1) columns.push_back({"wavefronts"});
  for (const char* name : {"conflicts", "ways", "bytes"}) columns.push_back({name});
  columns.push_back({.name = "shared", .kind = Column::Kind::text});
  std::vector<std::vector<Value>> rows;
  for (std::size_t i = 0; i < shown; ++i) {
    const Tried& tried = all[i];
    std::vector<Value>& row = rows.emplace_back();
    for (const BankTraffic& traffic : tried.traffics) row.push_back(traffic.wavefronts);
    if (question.sides.size() > 1) row.push_back(tried.total.wavefronts);
    row.insert(row.end(), {tried.total.conflicts(), tried.total.ways, tried.bytes,
                           Text{mlir_text(tried.shared), json_text(tried.shared)}});
  }
  Report report(options, "banks", heading_of(question));
  report.summarize({element_figure(question),
                    {"tried", Column::Kind::number, static_cast<Int>(all.size()), false}});
  report.open_with(std::move(columns), rows, question.element.name);
  std::vector<std::string> notes;
  if (shown < all.size()) {
    notes.push_back(fmt::format("the best {} of {} (--most N shows more)", shown, all.size()));
  }
  notes.push_back(
      fmt::format("{}: use {}",
                  all.front().total.conflicts() == 0
                      ? "no bank conflicts"
                      : fmt::format("{}-way bank conflicts at the best", all.front().total.ways),
                  mlir_text(all.front().shared)));
  return report.close(notes);
}

}  // namespace

int run_banks(const Arguments& arguments) {
  CommandLine line(
      "banks --shared TEXT [flags]",
      "Whether lanes collide in the banks of shared memory, to store or to load\na tensor's "
      "registers.",
      {"layoutq banks --spt 1,1 --tpw 32,1 --shape 32,32 --shared 'SwizzledSharedLayout(1, 1, 32, "
       "[1, 0])'",
       "layoutq banks --store '#blocked' --load '#dot' --shared '#shared' --from kernel.ttgir \\n"
       "    --shape 128,64 --dtype fp16",
       "layoutq banks --spt 1,1 --tpw 32,1 --shape 32,32 --swizzles"});
  line.flag({.names = "--shared",
             .value = "TEXT",
             .help = "the layout in shared memory, as --layout has it, or a\nmemdesc type"});
  line.flag({.names = "--store",
             .value = "TEXT",
             .help = "the registers that are stored, and those that are"});
  line.flag({.names = "--load", .value = "TEXT", .help = "loaded, instead of --layout"});
  line.flag({.names = "--per",
             .value = "WHAT",
             .help = "cta (default): all requests; request: each phase of each"});
  line.flag(
      {.names = "--explain", .value = "", .help = "the worst phase: bank, words, lanes (table)"});
  line.flag({.names = "--swizzles", .value = "", .help = "try every swizzle, the best first"});
  line.flag({.names = "--most", .value = "N", .help = "show so many of them (default: 10)"});
  add_element_type_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line);
  if (!line.parse(arguments)) return 0;
  line.no_words();

  const OutputOptions options = read_output_options(line);
  only_in_table(line, options, "--explain");
  enum class Per { cta, request };
  const Per per = read_choice<Per>("--per", line.get("--per").value_or("cta"),
                                   {{"cta", Per::cta}, {"request", Per::request}});
  if (line.given("--most") && !line.given("--swizzles")) {
    throw Error("--most has no meaning here: it is for --swizzles");
  }
  for (std::string_view flag : {"--per", "--explain"}) {
    if (line.given(flag) &&
        (line.given("--swizzles") || (flag == "--explain" && per == Per::request))) {
      throw Error(fmt::format("{} has no meaning with {}", flag,
                              line.given("--swizzles") ? "--swizzles" : "--per request"));
    }
  }
  const Question question = read_question(line);
  if (line.given("--swizzles")) return report_swizzles(line, options, question);
  return per == Per::request ? report_requests(options, question)
                             : report_accesses(line, options, question);
}

}  // namespace layoutq
