#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/kernel_flags.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/named_layouts.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/diff_kernels.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/questions/difference.h"

namespace layoutq {

namespace {

/// Formats the elements that a place holds. Empty if the layout does not have the place.
Value elements_text(const std::vector<Coordinate>& elements) {
  if (elements.empty()) return std::monostate();
  constexpr std::size_t most = 8;
  Text text;
  text.json = elements.size() == 1 ? to_json(elements.front()) : "[";
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i < most) text.text += (i > 0 ? " " : "") + in_parentheses(elements[i]);
    if (elements.size() > 1) text.json += (i > 0 ? ", " : "") + to_json(elements[i]);
  }
  if (elements.size() > most) text.text += " ...";
  if (elements.size() > 1) text.json += "]";
  return text;
}

/// The things that are compared.
enum class Things { places, threads, offsets };

constexpr std::string_view name_of(Things things) {
  return things == Things::places ? "place" : things == Things::threads ? "thread" : "offset";
}

Table<DifferentPlace> place_table(Things things, bool cluster) {
  Table<DifferentPlace> table;
  const auto place = &DifferentPlace::place;
  if (cluster) table.add({"block"}, place, &Place::block);
  if (things != Things::offsets) {
    table.add({"warp"}, place, &Place::warp);
    table.add({"lane"}, place, &Place::lane);
  }
  if (things == Things::places) table.add({"register"}, place, &Place::reg);
  if (things == Things::offsets) table.add({"offset"}, place, &Place::reg);
  table.add({"first", Column::Kind::text}, &DifferentPlace::first, elements_text);
  table.add({"second", Column::Kind::text}, &DifferentPlace::second, elements_text);
  return table;
}

template <class Pair>
int report_difference(const OutputOptions& options, const Pair& pair, Things things,
                      const Difference& found) {
  const bool cluster = std::max(pair.first.layout.blocks(), pair.second.layout.blocks()) > 1;
  Heading heading{.caption = fmt::format("first {}\nsecond {}",
                                         caption(pair.first.description, pair.first.shape),
                                         caption(pair.second.description, pair.second.shape)),
                  .members = {{"first", json_text(pair.first.description)},
                              {"second", json_text(pair.second.description)},
                              {"shape", to_json(pair.first.shape)}}};
  Report report(options, "diff", std::move(heading));
  report.summarize({{"different", Column::Kind::number, found.count, false}});
  place_table(things, cluster).write(&report, found.places);
  const auto shown = static_cast<Int>(found.places.size());
  report.close({fmt::format(
      "{} {}{}", counted(found.count, name_of(things)), found.count == 1 ? "differs" : "differ",
      found.count > shown ? fmt::format("; showing the first {} (--most N shows more)", shown)
                          : "")});
  return 1;
}

}  // namespace

CommandLine define_diff() {
  CommandLine line(
      "diff A B [flags]",
      "Shows where two layouts differ. If they hold the same elements, it prints\n"
      "nothing and exits with 0, otherwise with 1. With --to it compares how two dumps\n"
      "of a kernel move data, and exits with 1 if anything got worse.",
      {"layoutq diff '#blocked' '#blocked1' --from kernel.ttgir --shape 128,64",
       "layoutq diff -q before.ttgir#mma after.ttgir#mma",
       "layoutq diff '#blocked' '#linear' -i kernel.ttgir --ignore register",
       "layoutq diff --from before.ttgir --to after.ttgir --arg n=4096"});
  line.words("A, B",
             "each is the text of a layout, the name of one\nin --from's file, or FILE#name", true);
  line.flag(
      {.names = "-q,--quiet", .value = "", .help = "print nothing: only the exit code answers"});
  line.flag(
      {.names = "--ignore",
       .value = "register",
       .help = "compare only the elements that a thread holds,\nnot the registers that hold them",
       .choices = "register"});
  line.flag({.names = "--most", .value = "N", .help = "show at most N places (default: 10)"});
  add_file_flag(&line);
  add_tensor_flags(&line, false);
  line.flag({.names = "--to",
             .value = "FILE",
             .help = "compare the kernels in --from's file with those\nin this file",
             .files = true});
  add_launch_flags(&line);
  add_output_flags(&line);
  return line;
}

int run_diff(const CommandLine& line) {
  if (line.given("--to")) {
    if (!line.given("--from")) throw Error("--to compares with --from: give both files");
    for (std::string_view flag : {"--ignore", "--most", "--shape", "--tensor"}) {
      if (line.given(flag))
        throw Error(fmt::format("{} has no meaning with --to: it is for two layouts", flag));
    }
    return diff_kernels(line);
  }
  for (std::string_view flag : {"--arg", "--program", "--grid", "--function"}) {
    if (line.given(flag))
      throw Error(fmt::format("{} is for kernels: it takes --from and --to", flag));
  }
  for (const std::string& word : line.words()) {
    if (!word.ends_with(".ttgir") && !word.ends_with(".mlir") && !word.ends_with(".ttir")) continue;
    throw Error(fmt::format(
        "{} is a file: layoutq diff --from A --to B compares kernels, FILE#name a layout",
        printable(word)));
  }
  const OutputOptions options = read_output_options(line);
  const Compare compare = line.given("--ignore")
                              ? read_choice<Compare>("--ignore", *line.get("--ignore"),
                                                     {{"register", Compare::threads}})
                              : Compare::places;
  constexpr Int most_shown = 1 << 16;
  const Int most = read_number("--most", line.get("--most").value_or("10"), {0, most_shown + 1});
  std::optional<DumpFile> file;
  if (const auto path = line.get("--from")) file.emplace(*path);
  const auto any = read_any_pair(line, file);
  const auto answer = [&](const auto& pair, Things things, const std::optional<Difference>& found) {
    if (!found) {
      throw Error(
          fmt::format("more than {} places to compare, and sizes that are not powers of two or "
                      "paddings: give a smaller --shape",
                      most_compared));
    }
    if (found->count == 0) return 0;
    return line.given("-q") ? 1 : report_difference(options, pair, things, *found);
  };
  const auto most_places = static_cast<std::size_t>(most);
  if (const auto* pair = std::get_if<SharedPair>(&any)) {
    not_for_memory(line, {"--ignore"});
    return answer(*pair, Things::offsets,
                  difference(pair->first.layout, pair->second.layout, most_places));
  }
  const auto& pair = std::get<LayoutPair>(any);
  return answer(pair, compare == Compare::places ? Things::places : Things::threads,
                difference(pair.first.layout, pair.second.layout, compare, most_places));
}

}  // namespace layoutq
