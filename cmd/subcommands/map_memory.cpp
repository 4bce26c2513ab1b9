#include "cmd/subcommands/map_memory.h"

#include <fmt/format.h>

#include <functional>

#include "cmd/error.h"
#include "cmd/flags/element_type.h"
#include "cmd/flags/read.h"
#include "cmd/flags/selection_flags.h"
#include "cmd/picture/memory_picture.h"
#include "cmd/report/caption.h"
#include "cmd/report/grid.h"
#include "cmd/report/notes.h"
#include "cmd/report/offset_rows.h"
#include "cmd/report/report.h"
#include "core/layout/text.h"
#include "core/questions/banks.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

enum class MemoryView { tensor, offset };
enum class CellText { offset, byte, bank };

struct Part {
  Selection selection;
  Range offsets;
  bool of_elements = false;  ///< true if --at selects elements, so that padding is skipped
};

Part read_part(const CommandLine& line, const SharedTensor& tensor) {
  const SharedLayout& layout = tensor.layout;
  Part part{read_selection(line, layout.numbers()), {0, layout.size()}, line.given("--at")};
  const auto offsets = line.get("--offset");
  const auto bytes = line.get("--byte");
  if (offsets) not_both(line, "--offset", {"--byte"});
  if (offsets) part.offsets = read_range("--offset", *offsets, layout.size(), "offsets");
  if (bytes) {
    const Int size = tensor.element_bytes;
    const Range range = read_range("--byte", *bytes, layout.size() * size, "bytes");
    part.offsets = {range.low / size, (range.high - 1) / size + 1};
  }
  for (Region& region : part.selection.regions) {
    region.reg = {layout.numbers_before(part.offsets.low),
                  layout.numbers_before(part.offsets.high)};
  }
  return part;
}

/// Returns the number that a cell shows for an offset.
std::function<Int(Int)> number_of(CellText cell, Int element_bytes) {
  return [=](Int offset) {
    const Int byte = offset * element_bytes;
    return cell == CellText::offset ? offset : cell == CellText::byte ? byte : bank_of(byte);
  };
}

void write_cells(Report* report, const SharedTensor& tensor, const Selection& selection,
                 CellText cell) {
  const auto number_in_cell = number_of(cell, tensor.element_bytes);
  const Int largest =
      cell == CellText::bank ? bank_count - 1 : number_in_cell(tensor.layout.size() - 1);
  const bool cluster = tensor.layout.blocks() > 1;
  std::size_t width = digits(largest);
  if (cluster) width += fmt::formatted_size("{}:", tensor.layout.blocks() - 1);
  // If several CTAs hold an element, the cell lists each of them.
  if (cluster)
    width = (width + 1) * static_cast<std::size_t>(copies_max(tensor.layout.numbers())) - 1;
  const auto fill_cell = [&](const Coordinate& element, GridCell* in_grid) {
    walk_holders(tensor.layout.numbers(), selection, element, [&](const Run& run) {
      const Int offset = tensor.layout.offset(run.place.reg);
      fmt::memory_buffer* text = in_grid->add(bank_of(offset * tensor.element_bytes));
      if (cluster) fmt::format_to(fmt::appender(*text), "{}:", run.place.block);
      fmt::format_to(fmt::appender(*text), "{}", number_in_cell(offset));
    });
  };
  write_grid(report, tensor.layout.shape().rank(), selection.box(), width, fill_cell);
  report->legend("bank", {0, bank_count});
}

void write_offsets(Report* report, const SharedTensor& tensor, const Part& part) {
  if (part.of_elements) {
    walk_places(tensor.layout.numbers(), part.selection, [&](const Run& run) {
      for (Int i = 0; i < run.length; ++i) {
        write_by_offset(report, tensor, run.place.block,
                        tensor.layout.offset(run.part(i, 1).place.reg));
      }
    });
    return;
  }
  const Range blocks = part.selection.regions.front().block;
  for (Int block = blocks.low; block < blocks.high; ++block) {
    for (Int offset = part.offsets.low; offset < part.offsets.high; ++offset) {
      write_by_offset(report, tensor, block, offset);
    }
  }
}

}  // namespace

int map_memory(const CommandLine& line, const OutputOptions& options,
               const SharedSubject& subject) {
  not_for_memory(line, {"--warp", "--lane", "--thread", "--register", "--color-by"});
  if (options.format == Format::triton) {
    throw Error("--format triton has no meaning here: it is for layouts of registers");
  }
  if (line.given("--explain")) {
    throw Error("--explain has no meaning here: owners --explain goes through an element's offset");
  }
  const MemoryView view = read_choice<MemoryView>(
      "--view", line.get("--view").value_or("tensor"),
      {{"tensor", MemoryView::tensor}, {"offset", MemoryView::offset}, {"hw", MemoryView::offset}});
  if (options.is_picture() && view == MemoryView::offset) {
    throw Error("--view offset has no meaning for a picture, which shows the tensor");
  }
  if (view == MemoryView::offset && line.given("--cell")) {
    throw Error("--cell has no meaning here: it is for the grid of --view tensor");
  }
  const std::string_view cell = line.get("--cell").value_or("offset");
  const auto cell_text = read_choice<CellText>(
      "--cell", cell,
      {{"offset", CellText::offset}, {"byte", CellText::byte}, {"bank", CellText::bank}});
  const ElementType element = read_element_type(line, subject);
  const SharedTensor tensor{subject.layout, element.bytes};
  const Part part = read_part(line, tensor);

  const Heading heading = heading_of(subject.description, subject.shape);
  Report report(options, "map", heading);
  report.summarize(figures_of(tensor));
  if (view == MemoryView::offset) {
    report.open(columns_by_offset(tensor), element.name);
    write_offsets(&report, tensor, part);
    return report.close(notes_on_memory(subject, element.bytes));
  }
  const std::string about = fmt::format("{}; cells are {}", element.name, cell);
  const bool by_hand = report.is_table() || options.is_picture();
  if (options.is_picture()) {
    report.open_by_hand(columns_by_element(tensor));
    Picture picture =
        memory_picture(fmt::format("{}; {}", heading.caption, about), tensor, part.selection,
                       number_of(cell_text, element.bytes), options.format);
    picture.notes = notes_on_memory(subject, element.bytes);
    write_picture(&report.output(), options.format, picture);
  } else if (report.is_table()) {
    report.open_by_hand(columns_by_element(tensor), about);
    write_cells(&report, tensor, part.selection, cell_text);
  } else {
    report.open(columns_by_element(tensor));
  }
  if (!by_hand || report.checks_rows()) {
    walk_elements(subject.layout.numbers(), part.selection,
                  [&](const Run& run) { write_by_element(&report, tensor, run); });
  }
  return report.close(notes_on_memory(subject, element.bytes));
}

}  // namespace layoutq
