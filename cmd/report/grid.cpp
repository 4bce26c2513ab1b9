#include "cmd/report/grid.h"

#include <algorithm>
#include <array>
#include <vector>

#include "cmd/error.h"
#include "core/layout/text.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

/// The largest number of texts that a cell lists.
constexpr std::size_t most_texts = 1024;

/// Collects the texts of an element's holders, without duplicates.
class HolderTexts {
 public:
  HolderTexts(const Layout& layout, CellFields fields) : layout_(layout), fields_(fields) {}

  void clear() {
    texts_.clear();
    more_ = false;
  }
  void add(const Place& place, Int colour, GridCell* cell) {
    const std::array numbers = fields_.numbers(layout_, place);
    if (more_ || std::find(texts_.begin(), texts_.end(), numbers) != texts_.end()) return;
    more_ = texts_.size() == most_texts;
    if (more_) {
      cell->add(-1)->append(std::string_view("..."));
      return;
    }
    texts_.push_back(numbers);
    append_numbers(numbers, cell->add(colour));
  }
  /// Returns the largest width of a cell of the layout.
  std::size_t widest(const Selection& selection) const {
    Int threads = 0;
    Int warps = 0;
    Int lanes = 0;
    for (const Region& region : selection.regions) {
      threads += region.block.size() * region.warp.size() * region.lane.size();
      warps += region.warp.size();
      lanes = std::max(lanes, region.lane.size());
    }
    Int texts = std::min(threads, threads_per_element(layout_));
    if (layout_.blocks() == 1 && copies_min(layout_) == copies_max(layout_)) {
      const Int in_warp = std::min(lanes, copies(layout_, Index::lane));
      texts = std::min(texts, in_warp * std::min(warps, copies(layout_, Index::warp)));
    }
    if (fields_.lane && !fields_.warp && !fields_.block) texts = std::min(texts, lanes);
    if (fields_.reg) texts = std::min(copies_max(layout_), texts * layout_.registers());
    const std::size_t count =
        std::min(static_cast<std::size_t>(std::max<Int>(texts, 1)), most_texts);
    return count * (fields_.width(layout_) + 1) - 1;
  }

 private:
  const Layout& layout_;
  CellFields fields_;
  std::vector<std::array<Int, 5>> texts_;
  bool more_ = false;  ///< true if there are more texts than the cell lists
};

/// Returns the note that names the shown columns, and what to type for the next ones.
std::string note_on_columns(int rank, const std::array<Range, max_rank>& box, Int fit) {
  const Range columns = box[static_cast<std::size_t>(rank - 1)];
  std::string at;
  for (int d = 0; d + 1 < rank; ++d) {
    const Range range = box[static_cast<std::size_t>(d)];
    at += fmt::format("{}:{},", range.low, range.high);
  }
  const Int next = columns.low + fit;
  return fmt::format("columns {} to {} of {} fit on a line here; --at {}{}:{} has the next ones",
                     columns.low, next - 1, columns.high, at, next,
                     std::min(next + fit, columns.high));
}

}  // namespace

void GridCell::clear() {
  text_.clear();
  parts_.clear();
}

fmt::memory_buffer* GridCell::add(Int colour) {
  if (!parts_.empty()) text_.push_back('|');
  parts_.push_back({text_.size(), colour});
  return &text_;
}

void GridCell::write(Report* report) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto [begin, colour] = parts_[i];
    const bool last = i + 1 == parts_.size();
    const std::size_t end = last ? text_.size() : parts_[i + 1].begin - 1;
    if (colour >= 0) report->paint(colour);
    report->output().text({text_.data() + begin, end - begin});
    if (colour >= 0) report->plain();
    if (!last) report->output().character('|');
  }
}

void write_grid(Report* report, const Layout& layout, const Selection& selection, CellFields fields,
                ColourBy colour_by) {
  HolderTexts texts(layout, fields);
  write_grid(report, layout.rank(), selection.box(), texts.widest(selection),
             [&](const Coordinate& element, GridCell* cell) {
               texts.clear();
               const Int copies = colour_by == ColourBy::copies ? layout.holders(element) : 0;
               walk_holders(layout, selection, element, [&](const Run& holder) {
                 texts.add(holder.place, number_of(colour_by, holder.place, copies), cell);
               });
             });
  report->legend(name_of(colour_by), numbers_of(colour_by, layout));
}

void write_grid(Report* report, int rank, const std::array<Range, max_rank>& box, std::size_t width,
                const FillCell& fill_cell) {
  Output& output = report->output();
  Range columns = box[static_cast<std::size_t>(rank - 1)];
  const Range rows = rank > 1 ? box[static_cast<std::size_t>(rank - 2)] : Range{0, 1};
  const std::size_t cell_width = std::max(width, digits(columns.high - 1));
  const std::size_t row_width = rank > 1 ? digits(rows.high - 1) : 0;
  if (const auto line = report->line_width()) {
    const Int room = *line - static_cast<Int>(row_width) + (rank > 1 ? 0 : 2);
    const Int fit = std::max<Int>(room / (static_cast<Int>(cell_width) + 2), 1);
    if (fit < columns.size()) {
      report->note(note_on_columns(rank, box, fit));
      columns.high = columns.low + fit;
    }
  }

  GridCell cell;
  const auto write_row = [&](Coordinate element) {
    if (rank > 1) output.padded(fmt::format_int(element[rank - 2]).str(), row_width);
    for (Int column = columns.low; column < columns.high; ++column) {
      element[rank - 1] = column;
      cell.clear();
      fill_cell(element, &cell);
      if (cell.size() == 0) cell.add(-1)->push_back('.');
      output.text(rank > 1 || column > columns.low ? "  " : "");
      output.padded("", cell_width - std::min(cell_width, cell.size()));
      cell.write(report);
    }
    output.character('\n');
  };

  // There is a page for every combination of the leading coordinates.
  Selection pages{{Region{}}};
  pages.regions.front().box = box;
  for (int d = std::max(rank - 2, 0); d < rank; ++d)
    pages.regions.front().box[static_cast<std::size_t>(d)] = {0, 1};
  Coordinate page;
  for (int d = 0; d < rank; ++d) page.push_back(pages.box()[static_cast<std::size_t>(d)].low);
  bool first = true;
  do {
    if (!first) output.character('\n');
    first = false;
    for (int d = 0; d < rank - 2; ++d) {
      output.print("{}dim{} = {}{}", d == 0 ? "" : ", ", d, page[d], d == rank - 3 ? ":\n" : "");
    }
    output.padded("", row_width);
    for (Int column = columns.low; column < columns.high; ++column) {
      output.text(rank > 1 || column > columns.low ? "  " : "");
      output.padded(fmt::format_int(column).str(), cell_width);
    }
    output.character('\n');
    Coordinate element = page;
    for (Int row = rows.low; row < rows.high; ++row) {
      if (rank > 1) element[rank - 2] = row;
      write_row(element);
    }
  } while (advance(pages, &page));
}

}  // namespace layoutq
