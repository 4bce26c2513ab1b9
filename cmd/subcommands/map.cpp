#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/cell_flags.h"
#include "cmd/flags/element_type.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/flags/selection_flags.h"
#include "cmd/picture/register_picture.h"
#include "cmd/report/caption.h"
#include "cmd/report/derivation.h"
#include "cmd/report/grid.h"
#include "cmd/report/notes.h"
#include "cmd/report/place_rows.h"
#include "cmd/report/report.h"
#include "cmd/report/thread_table.h"
#include "cmd/report/triton_view.h"
#include "cmd/subcommands/map_memory.h"
#include "cmd/subcommands/requests.h"
#include "cmd/subcommands/subcommand.h"

namespace layoutq {

namespace {

using View = MapRequest::View;

int explain(Report* report, const Layout& layout, const Selection& selection) {
  const Region& region = selection.regions.front();
  if (selection.regions.size() > 1 || region.block.size() != 1 || region.warp.size() != 1 ||
      region.lane.size() != 1) {
    throw Error(fmt::format(
        "--explain needs one thread: name it with {}--warp and --lane, or with {}--thread",
        layout.blocks() > 1 ? "--block, " : "", layout.blocks() > 1 ? "--block and " : ""));
  }
  report->open_by_hand(columns_by_place(layout));
  write_threads(report, layout, selection, false);
  derive_thread(&report->output(), layout, {region.block.low, region.warp.low, region.lane.low, 0},
                region.reg);
  if (report->checks_rows()) {
    write_all_by_place(report, layout, selection);
  }
  return report->close();
}

MapRequest read_registers(const CommandLine& line, OutputOptions options, Subject subject) {
  not_for_registers(line, {"--dtype", "--bytes", "--offset", "--byte"});
  const View view =
      read_choice<View>("--view", line.get("--view").value_or("tensor"),
                        {{"tensor", View::tensor}, {"thread", View::thread}, {"hw", View::thread}});
  if (options.format == Format::triton) {
    for (std::string_view flag :
         {"--warp", "--lane", "--thread", "--block", "--register", "--at"}) {
      if (line.given(flag)) {
        throw Error(fmt::format("{} has no meaning for triton: its view shows everything", flag));
      }
    }
  }
  for (std::string_view flag : {"--cell", "--color-by"}) {
    if (line.given(flag) && (view == View::thread || line.given("--explain"))) {
      throw Error(fmt::format("{} has no meaning here: it is for the grid of --view tensor", flag));
    }
  }
  if (options.is_picture() && view == View::thread) {
    throw Error("--view thread has no meaning for a picture, which shows the tensor");
  }
  if (line.given("--explain") && line.given("--at")) {
    throw Error("--at has no meaning here: --explain goes through one thread's registers");
  }
  const CellOptions cells = read_cell_options(line, subject.layout);
  const Selection selection = read_selection(line, subject.layout);
  return {std::move(options),      std::move(subject), view, cells, selection,
          line.given("--explain"), line.given("--at")};
}

}  // namespace

CommandLine define_map() {
  CommandLine line("map [flags]",
                   "Shows the whole layout: who holds each element, or what each thread holds. In\n"
                   "shared memory: where each element lies, or what lies at each offset.",
                   {"layoutq map --spt 1,4 --tpw 8,4 --wpc 2,1",
                    "layoutq map --spt 1,4 --tpw 8,4 --wpc 2,1 --view thread --warp 0 --lane 5",
                    "layoutq map --spt 1,4 --tpw 8,4 --wpc 2,1 --shape 64,64 --csv -o map.csv",
                    "layoutq map -l 'SwizzledSharedLayout(4, 1, 8, [1, 0])' --cell bank"});
  line.flag({.names = "--view",
             .value = "VIEW",
             .help = "tensor (default): by element; thread or hw: by\nthread; offset: by offset in "
                     "shared memory",
             .choices = "tensor thread offset"});
  add_cell_flags(&line);
  line.words(
      "",
      "In shared memory --cell is offset (default),\nbyte or bank, and the colour shows the bank.");
  add_thread_flags(&line);
  add_element_flags(&line);
  line.flag(
      {.names = "--offset", .value = "RANGE", .help = "show only these offsets in shared memory"});
  line.flag(
      {.names = "--byte", .value = "RANGE", .help = "show only these bytes of shared memory"});
  line.flag({.names = "--explain",
             .value = "",
             .help = "show how one thread's elements are calculated\n(only with --format table)"});
  line.group("Elements of a tensor in shared memory");
  add_element_type_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line, all_formats);
  return line;
}

int run_map(const CommandLine& line) {
  line.no_words();

  const OutputOptions options = read_output_options(line, all_formats);
  only_in_table(line, options, "--explain");
  only_with_cells(line, options, true);
  const AnySubject any = read_any_layout(line);
  if (const auto* shared = std::get_if<SharedSubject>(&any)) {
    return map_memory(line, options, *shared);
  }
  return answer(read_registers(line, options, std::get<Subject>(any)));
}

int answer(const MapRequest& request) {
  const Layout& layout = request.subject.layout;
  const Heading heading = heading_of(request.subject.description, request.subject.shape);
  Report report(request.output, "map", heading);
  if (request.explain) return explain(&report, layout, request.selection);
  const bool by_element = request.view == View::tensor;
  std::vector<Column> columns = by_element ? columns_by_element(layout) : columns_by_place(layout);
  if (request.output.format == Format::triton) {
    report.open_by_hand(std::move(columns));
    (by_element ? write_triton_tensor : write_triton_hardware)(&report.output(), layout);
  } else if (request.output.is_picture()) {
    report.open_by_hand(std::move(columns));
    Picture picture = layout_picture(heading.caption, layout, request.selection, request.cells,
                                     request.output.format);
    picture.notes = notes_of(heading, notes_on_copies(layout));
    write_picture(&report.output(), request.output.format, picture);
  } else if (!report.is_table()) {
    report.open(std::move(columns));
  } else if (by_element) {
    report.open_by_hand(std::move(columns), fmt::format("cells are {}", request.cells.name));
    write_grid(&report, layout, request.selection, request.cells.fields, request.cells.colour_by);
  } else {
    report.open_by_hand(std::move(columns));
    write_threads(&report, layout, request.selection, request.name_registers);
  }
  const bool by_hand =
      report.is_table() || request.output.is_picture() || request.output.format == Format::triton;
  const bool wants_rows = !by_hand || report.checks_rows();
  if (wants_rows && by_element) {
    write_all_by_element(&report, layout, request.selection);
  } else if (wants_rows) {
    write_all_by_place(&report, layout, request.selection);
  }
  return report.close(notes_on_copies(layout));
}

}  // namespace layoutq
