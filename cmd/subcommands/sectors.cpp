#include "core/questions/sectors.h"

#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/cell_flags.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/memory_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/picture/load_picture.h"
#include "cmd/report/caption.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/requests.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

using Per = SectorsRequest::Per;

/// A load, and the part of it that the flags select.
struct Load {
  const Layout& layout;
  const Memory& memory;
  Int vector;  ///< the number of registers in a request
  Range blocks;
  Range warps;
  Range reps;

  Int vector_bytes() const { return vector * memory.element_bytes; }
};

/// Reads the flags that select CTAs, warps and repetitions, and rejects those that do not fit
/// --per.
void read_part(const CommandLine& line, SectorsRequest* request) {
  const Layout& layout = request->subject.layout;
  const Per per = request->per;
  const bool all = line.given("--all");
  const auto forbid = [&](std::string_view flag, bool forbidden, std::string_view why) {
    if (forbidden && line.given(flag)) throw Error(fmt::format("{} {}", flag, why));
  };
  forbid("--rep", per != Per::rep, "has no meaning here: it is for --per rep");
  forbid("--warp", per == Per::cta, "has no meaning here: --per cta is about all warps");
  forbid("--all", per == Per::cta, "has no meaning here: --per cta is one row");
  forbid("--warp", all, "and --all exclude each other");
  forbid("--rep", all, "and --all exclude each other");
  forbid("--block", all, "and --all exclude each other");
  // Selects what the flag says, or only the first one.
  const auto range = [&](std::string_view flag, Int count, std::string_view things) {
    return read_range(flag, line.get(flag).value_or("0"), count, things);
  };
  request->blocks = {0, layout.blocks()};
  request->warps = {0, layout.warps()};
  request->reps = {0, layout.repetitions()};
  if (all) return;
  if (per != Per::cta || line.given("--block")) {
    request->blocks = range("--block", layout.blocks(), "CTAs");
  }
  if (per == Per::cta) return;
  request->warps = range("--warp", layout.warps(), "warps");
  request->reps = range("--rep", layout.repetitions(), "repetitions");
}

/// Returns the traffic. Throws Error if it is not known, because strides interleave and too many
/// elements would have to be listed.
Traffic told(const std::optional<Traffic>& traffic, const Memory& memory) {
  if (traffic) return *traffic;
  throw Error(
      fmt::format("strides {} interleave: to count the sectors, more than {} elements would "
                  "have to be listed (--per cta does so)",
                  to_text(memory.strides), most_listed));
}

Column number(std::string name, Int largest) {
  return {.name = std::move(name), .largest = largest};
}

/// A warp's load of a repetition or of a request.
struct WarpRow {
  Place first;  ///< the warp, and the first register
  Int rep = 0;
  Traffic traffic;
};

/// Adds a column for the CTA if there are several.
template <class Row, class... Accessors>
void add_block(Table<Row>* table, const Load& load, Accessors... block) {
  if (load.layout.blocks() > 1) table->add(number("block", load.layout.blocks() - 1), block...);
}

/// Adds the columns for the traffic of `registers` registers, wide enough for its largest numbers.
void add_traffic(Table<WarpRow>* table, const Load& load, Int registers) {
  const Int elements = load.layout.lanes() * registers;
  const auto traffic = &WarpRow::traffic;
  table->add(number("sectors", elements), traffic, &Traffic::sectors);
  table->add(number("requested_bytes", elements * load.memory.element_bytes), traffic,
             &Traffic::requested_bytes);
  table->add(number("fetched_bytes", elements * sector_bytes), traffic, &Traffic::fetched_bytes);
  table->add({.name = "efficiency", .kind = Column::Kind::percent}, traffic, &Traffic::efficiency);
}

/// Calls visit(place) for the first place of every selected warp.
template <class Visit>
void each_warp(const Load& load, Visit visit) {
  for (Int block = load.blocks.low; block < load.blocks.high; ++block) {
    for (Int warp = load.warps.low; warp < load.warps.high; ++warp) {
      visit(Place{.block = block, .warp = warp});
    }
  }
}

/// The columns of a warp's rows. The vector's width comes last for a repetition, and first for a
/// request.
Table<WarpRow> warp_table(const Load& load, Per per) {
  Table<WarpRow> table;
  add_block(&table, load, &WarpRow::first, &Place::block);
  table.add(number("warp", load.layout.warps() - 1), &WarpRow::first, &Place::warp);
  const auto vector_bytes = [bytes = load.vector_bytes()](const WarpRow&) { return bytes; };
  if (per == Per::rep) {
    table.add(number("rep", load.layout.repetitions() - 1), &WarpRow::rep);
    add_traffic(&table, load, load.layout.repetition(0).size());
    table.add(number("vector_bytes", load.vector_bytes()), vector_bytes);
  } else {
    table.add(number("register", load.layout.registers() - 1), &WarpRow::first, &Place::reg);
    table.add(number("vector_bytes", load.vector_bytes()), vector_bytes);
    add_traffic(&table, load, load.vector);
  }
  return table;
}

void write_warps(Report* report, const Load& load, Per per, std::string_view about) {
  const Table<WarpRow> table = warp_table(load, per);
  report->open(table.columns(), about);
  each_warp(load, [&](const Place& warp) {
    for (Int rep = load.reps.low; per == Per::rep && rep < load.reps.high; ++rep) {
      const auto traffic = repetition_traffic(load.layout, load.memory, warp, rep);
      report->row(table.values({warp, rep, told(traffic, load.memory)}));
    }
    for (Int i = 0; per == Per::request && i < requests_per_warp(load.layout, load.vector); ++i) {
      Place first = warp;
      first.reg = request_register(load.layout, load.vector, i);
      const auto traffic = request_traffic(load.layout, load.memory, load.vector, warp, first.reg);
      report->row(table.values({first, 0, told(traffic, load.memory)}));
    }
  });
}

void write_ctas(Report* report, const Load& load, std::string_view about) {
  struct Row {
    Int block;
    CtaTraffic total;
  };
  Table<Row> table;
  add_block(&table, load, &Row::block);
  table.add({"vector_bytes"}, [&](const Row&) { return load.vector_bytes(); });
  table.add({"requests"}, &Row::total, &CtaTraffic::requests);
  table.add({"sectors"}, &Row::total, &CtaTraffic::sectors);
  table.add({.name = "sectors_per_request", .kind = Column::Kind::fraction}, &Row::total,
            &CtaTraffic::sectors_per_request);
  table.add({"ideal_sectors"}, &Row::total, &CtaTraffic::ideal_sectors);
  table.add({.name = "efficiency", .kind = Column::Kind::percent}, &Row::total,
            &CtaTraffic::efficiency);
  std::vector<Row> rows;
  for (Int block = load.blocks.low; block < load.blocks.high; ++block) {
    rows.push_back({block, cta_traffic(load.layout, load.memory, load.vector, block)});
  }
  table.write(report, rows, about);
}

/// Returns a note on the first repetition whose requests touch the same sectors again.
std::vector<std::string> notes_on_accesses(const Load& load) {
  // Enough for every load that Triton compiles. More would take too long.
  constexpr Int most_requests = Int{1} << 20;
  Int requests = 0;
  std::vector<std::string> notes;
  each_warp(load, [&](const Place& warp) {
    for (Int rep = load.reps.low; rep < load.reps.high && notes.empty(); ++rep) {
      requests += load.layout.repetition(rep).size() / load.vector;
      if (requests > most_requests) return;
      const Int accesses = repetition_accesses(load.layout, load.memory, load.vector, warp, rep);
      const Int sectors =
          told(repetition_traffic(load.layout, load.memory, warp, rep), load.memory).sectors;
      if (accesses <= sectors) continue;
      notes.push_back(
          fmt::format("requests touch sectors again: warp {}, rep {} takes {} sector accesses "
                      "for {} (--per request and --per cta count them)",
                      warp.warp, rep, accesses, counted(sectors, "sector")));
    }
  });
  return notes;
}

void write_rows(Report* report, const Load& load, Per per, std::string_view about) {
  per == Per::cta ? write_ctas(report, load, about) : write_warps(report, load, per, about);
}

/// Returns a panel for each repetition of each warp, for each request, or for each CTA.
std::vector<DrawnLoad> drawn_loads(const Load& load, Per per) {
  constexpr std::size_t most = 1024;
  std::vector<DrawnLoad> drawn;
  const auto add = [&](const Place& warp, std::string name, Range registers) {
    if (drawn.size() == most) {
      throw Error(
          fmt::format("a picture has room for {} loads: choose some with --warp and --rep", most));
    }
    Region places = load.layout.everything();
    places.block = {warp.block, warp.block + 1};
    if (per != Per::cta) places.warp = {warp.warp, warp.warp + 1};
    places.reg = registers;
    if (load.layout.blocks() > 1) name = fmt::format("CTA {}, {}", warp.block, name);
    drawn.push_back({std::move(name), places});
  };
  if (per == Per::cta) {
    for (Int block = load.blocks.low; block < load.blocks.high; ++block) {
      add({.block = block}, "all warps", {0, load.layout.registers()});
    }
    return drawn;
  }
  each_warp(load, [&](const Place& warp) {
    if (per == Per::rep) {
      for (Int rep = load.reps.low; rep < load.reps.high; ++rep) {
        add(warp, fmt::format("warp {}, rep {}", warp.warp, rep), load.layout.repetition(rep));
      }
      return;
    }
    for (Int i = 0; i < requests_per_warp(load.layout, load.vector); ++i) {
      const Int reg = request_register(load.layout, load.vector, i);
      add(warp, fmt::format("warp {}, register {}", warp.warp, reg), {reg, reg + load.vector});
    }
  });
  return drawn;
}

std::vector<std::string> notes_on_load(const Load& load, Per per) {
  std::vector<std::string> notes;
  if (per == Per::rep) notes = notes_on_accesses(load);
  const Layout& layout = load.layout;
  const Int warps = per == Per::cta ? layout.warps() : load.warps.size();
  const Int reps = per == Per::rep ? load.reps.size() : layout.repetitions();
  if (warps < layout.warps() || reps < layout.repetitions() ||
      load.blocks.size() < layout.blocks()) {
    notes.push_back(
        fmt::format("this is a part of {}{} and {}: --all shows the rest, --per cta adds up",
                    layout.blocks() > 1 ? fmt::format("{}, ", counted(layout.blocks(), "CTA")) : "",
                    counted(layout.warps(), "warp"), counted(layout.repetitions(), "repetition")));
  }
  if (load.memory.offset_bytes % most_vector_bytes != 0) {
    notes.emplace_back(
        "the tensor does not begin at a multiple of 16 bytes, so each element is loaded by itself");
  }
  if (per == Per::cta && copies(layout, Index::warp) > 1) {
    notes.push_back(fmt::format(
        "{} load every element, and all are counted; the assembler may drop some in a tiny kernel",
        counted(copies(layout, Index::warp), "warp")));
  }
  if (layout.lanes() == 64) {
    notes.emplace_back(
        "sectors of 32 bytes are those of NVIDIA GPUs, but a warp of 64 lanes is AMD's");
  }
  return notes;
}

}  // namespace

CommandLine define_sectors() {
  CommandLine line("sectors [flags]",
                   "Shows whether a load is coalesced, by the 32-byte sectors that it touches.",
                   {"layoutq sectors --spt 1,4 --tpw 8,4 --wpc 2,1 --dtype fp16",
                    "layoutq sectors --spt 4,1 --tpw 8,4 --order 0,1 --shape 64,16 --per request",
                    "layoutq sectors --spt 1,8 --tpw 4,8 --bytes 2 --strides 2309,1 --per cta"});
  add_memory_flags(&line);
  line.flag({.names = "--per",
             .value = "WHAT",
             .help = "rows: rep (default) for a repetition of the\ntile, request for a load "
                     "instruction, cta for\nall loads of a CTA",
             .choices = "rep request cta"});
  line.flag({.names = "--warp",
             .value = "RANGE",
             .help = "show only these warps, as in 0:4 (default: 0)"});
  line.flag(
      {.names = "--rep", .value = "RANGE", .help = "show only these repetitions (default: 0)"});
  line.flag({.names = "--block",
             .value = "RANGE",
             .help = "show only these CTAs of a cluster (default: 0)"});
  line.flag(
      {.names = "--all", .value = "", .help = "show all warps and repetitions, and all CTAs"});
  line.group("Cells of a picture");
  add_cell_flags(&line, "lane; with --per cta warp:lane", "lane; with --per cta warp");
  add_layout_flags(&line);
  add_output_flags(&line, with_pictures);
  return line;
}

int run_sectors(const CommandLine& line) {
  line.no_words();

  const OutputOptions output = read_output_options(line, with_pictures);
  only_with_cells(line, output, false);
  const Per per =
      read_choice<Per>("--per", line.get("--per").value_or("rep"),
                       {{"rep", Per::rep}, {"request", Per::request}, {"cta", Per::cta}});
  Subject subject = read_layout(line);
  PlacedTensor tensor = read_memory(line, subject);
  SectorsRequest request{output, std::move(subject), std::move(tensor), per, {}, {}, {}, {}};
  read_part(line, &request);
  const Layout& layout = request.subject.layout;
  request.cells = per == Per::cta ? read_cell_options(line, layout)
                                  : read_cell_options(line, layout, "lane", "lane");
  return answer(request);
}

int answer(const SectorsRequest& request) {
  const Layout& layout = request.subject.layout;
  const Memory& memory = request.tensor.memory;
  const Load load{layout,         memory,        vector_registers(layout, memory),
                  request.blocks, request.warps, request.reps};
  const std::string about = fmt::format(
      "{}, strides {}{}", request.tensor.dtype, to_text(memory.strides),
      memory.offset_bytes == 0 ? "" : fmt::format(", offset {} bytes", memory.offset_bytes));
  const Heading heading = heading_of(request.subject.description, request.subject.shape);
  const bool picture = request.output.is_picture();
  Report report(request.output, "sectors", heading);
  report.summarize({{"element_bytes", Column::Kind::number, memory.element_bytes, false},
                    {"strides", Column::Kind::number, memory.strides, false},
                    {"offset_bytes", Column::Kind::number, memory.offset_bytes, false}});
  std::vector<std::string> notes;
  if (report.is_table() || picture) notes = notes_on_load(load, request.per);
  // A picture only needs rows for its assertions.
  if (!picture || report.checks_rows()) write_rows(&report, load, request.per, about);
  if (picture) {
    Picture drawing = load_picture(
        fmt::format("{}; {}; cells are {}", heading.caption, about, request.cells.name), layout,
        memory, drawn_loads(load, request.per), request.cells);
    drawing.notes = notes_of(heading, notes);
    write_picture(&report.output(), request.output.format, drawing);
  }
  return report.close(notes);
}

}  // namespace layoutq
