#include "cmd/report/grid.h"

#include <algorithm>
#include <array>
#include <vector>

#include "cmd/flags/read.h"

namespace layoutq {

namespace {

/// More texts than this are not listed in one cell.
constexpr std::size_t most_texts = 1024;

std::size_t digits(Int value) { return fmt::formatted_size("{}", value); }

/// The texts of one element's holders, joined; equal ones once.
class Cell {
 public:
  Cell(const Layout& layout, CellFields fields) : layout_(layout), fields_(fields) {}

  void clear() {
    texts_.clear();
    more_ = false;
  }
  void add(const Place& place) {
    const std::array numbers{fields_.block ? place.block : -1, fields_.warp ? place.warp : -1,
                             fields_.lane ? place.lane : -1,
                             fields_.thread ? layout_.thread(place) : -1,
                             fields_.reg ? place.reg : -1};
    if (std::find(texts_.begin(), texts_.end(), numbers) != texts_.end()) return;
    more_ = texts_.size() == most_texts;
    if (!more_) texts_.push_back(numbers);
  }
  void write(fmt::memory_buffer* buffer) const {
    if (texts_.empty()) buffer->push_back('.');
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (i > 0) buffer->push_back('|');
      bool first = true;
      for (Int number : texts_[i]) {
        if (number < 0) continue;
        if (!first) buffer->push_back(':');
        fmt::format_to(fmt::appender(*buffer), "{}", number);
        first = false;
      }
    }
    if (more_) buffer->append(std::string_view("|..."));
  }
  /// The most that a cell of the layout may take.
  std::size_t widest(const Selection& selection) const {
    Int threads = 0;
    Int warps = 0;
    Int lanes = 0;
    for (const Region& region : selection.regions) {
      threads += region.block.size() * region.warp.size() * region.lane.size();
      warps += region.warp.size();
      lanes = std::max(lanes, region.lane.size());
    }
    Int texts = std::min(threads, layout_.threads_per_element());
    if (layout_.blocks() == 1 && layout_.copies_min() == layout_.copies_max()) {
      const Int in_warp = std::min(lanes, layout_.copies(Index::lane));
      texts = std::min(texts, in_warp * std::min(warps, layout_.copies(Index::warp)));
    }
    if (fields_.lane && !fields_.warp && !fields_.block) texts = std::min(texts, lanes);
    if (fields_.reg) texts = std::min(layout_.copies_max(), texts * layout_.registers());
    const std::size_t count =
        std::min(static_cast<std::size_t>(std::max<Int>(texts, 1)), most_texts);
    std::size_t width = 0;
    if (fields_.block) width += digits(layout_.blocks() - 1) + 1;
    if (fields_.warp) width += digits(layout_.warps() - 1) + 1;
    if (fields_.lane) width += digits(layout_.lanes() - 1) + 1;
    if (fields_.thread) width += digits(layout_.threads() - 1) + 1;
    if (fields_.reg) width += digits(layout_.registers() - 1) + 1;
    return count * width - 1;
  }

 private:
  const Layout& layout_;
  CellFields fields_;
  std::vector<std::array<Int, 5>> texts_;
  bool more_ = false;  ///< than are listed
};

}  // namespace

CellFields read_cell(std::string_view text) {
  return read_choice<CellFields>("--cell", text,
                                 {{"lane", {.lane = true}},
                                  {"warp:lane", {.warp = true, .lane = true}},
                                  {"warp:lane:register", {.warp = true, .lane = true, .reg = true}},
                                  {"thread", {.thread = true}},
                                  {"thread:register", {.thread = true, .reg = true}}});
}

void write_grid(Report* report, const Layout& layout, const Selection& selection,
                CellFields fields) {
  Cell cell(layout, fields);
  write_grid(report, layout.rank(), selection.box(), cell.widest(selection),
             [&](const Coordinate& element, fmt::memory_buffer* text) {
               cell.clear();
               Int warp = -1;
               walk_holders(layout, selection, element, [&](const Run& holder) {
                 if (warp < 0) warp = holder.place.warp;
                 cell.add(holder.place);
               });
               cell.write(text);
               return warp;
             });
}

void write_grid(Report* report, int rank, const std::array<Range, max_rank>& box, std::size_t width,
                const WriteCell& write_cell) {
  Output& output = report->output();
  const Range columns = box[static_cast<std::size_t>(rank - 1)];
  const Range rows = rank > 1 ? box[static_cast<std::size_t>(rank - 2)] : Range{0, 1};
  const std::size_t cell_width = std::max(width, digits(columns.high - 1));
  const std::size_t row_width = rank > 1 ? digits(rows.high - 1) : 0;

  const auto write_row = [&](Coordinate element) {
    if (rank > 1) output.padded(fmt::format_int(element[rank - 2]).str(), row_width);
    fmt::memory_buffer text;
    for (Int column = columns.low; column < columns.high; ++column) {
      element[rank - 1] = column;
      text.clear();
      const Int colour = write_cell(element, &text);
      output.text(rank > 1 || column > columns.low ? "  " : "");
      output.padded("", cell_width - std::min(cell_width, text.size()));
      if (colour >= 0) report->paint(colour);
      output.text({text.data(), text.size()});
      if (colour >= 0) report->plain();
    }
    output.character('\n');
  };

  // The pages: every combination of the leading coordinates.
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
