#include "cmd/picture/memory_picture.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/report/caption.h"
#include "cmd/report/derivation.h"
#include "core/layout/owners.h"
#include "core/layout/text.h"
#include "core/questions/banks.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

std::string page_data(const SharedTensor& tensor) {
  const SharedLayout& layout = tensor.layout;
  const LinearLayout numbers = layout.linear();
  std::vector<std::string> paddings;
  for (const Padding& padding : layout.paddings()) {
    paddings.push_back(fmt::format("[{}, {}]", padding.interval, padding.elements));
  }
  // The page's script needs the inverse: the element number that each bit of a coordinate moves to.
  std::vector<std::string> inverse;
  for (int d = 0; d < layout.shape().rank(); ++d) {
    std::vector<std::string> steps;
    for (Int bit = 1; bit < layout.shape()[d]; bit *= 2) {
      Coordinate one(layout.shape().rank(), 0);
      one[d] = bit;
      const Place place = *layout.numbers().owners(one);
      steps.push_back(fmt::format("{{\"block\": {}, \"number\": {}}}", place.block, place.reg));
    }
    inverse.push_back(fmt::format("[{}]", fmt::join(steps, ", ")));
  }
  return fmt::format(
      "{{\"kind\": \"memory\", \"shape\": {}, \"blocks\": {}, \"elements\": {}, "
      "\"elementBytes\": {}, \"paddings\": [{}], \"banks\": {}, \"wordBytes\": {}, "
      "\"bases\": {{\"block\": {}, \"number\": {}}}, \"inverse\": [{}]}}",
      to_json(layout.shape()), layout.blocks(), layout.elements(), tensor.element_bytes,
      fmt::join(paddings, ", "), bank_count, word_bytes, bases_json(numbers, Index::block),
      bases_json(numbers, Index::reg), fmt::join(inverse, ", "));
}

}  // namespace

Picture memory_picture(std::string caption, const SharedTensor& tensor, const Selection& selection,
                       const std::function<Int(Int)>& cell, Format format) {
  const SharedLayout& layout = tensor.layout;
  const bool cluster = layout.blocks() > 1;
  const Int element_bytes = tensor.element_bytes;
  const Layout& numbers = layout.numbers();
  const auto offset_of = [&layout](const Place& place) { return layout.offset(place.reg); };

  TensorDrawing drawing{
      .shape = layout.shape(), .colourings = {"bank"}, .for_page = format == Format::html};
  drawing.text_width = digits(std::max(cell(layout.size() - 1), bank_count - 1)) +
                       (cluster ? fmt::formatted_size("{}:", layout.blocks() - 1) : 0);
  drawing.fill_cell = [=, &numbers](const Coordinate& element, CellContents* contents) {
    contents->parts.clear();
    contents->copied = numbers.holders(element) > 1;
    for (Owners owners = numbers.owners(element); owners; owners.next()) {
      const Int offset = offset_of(*owners);
      CellPart& part = contents->parts.emplace_back();
      if (cluster) part.text = fmt::format("{}:", (*owners).block);
      part.text += fmt::format("{}", cell(offset));
      part.numbers[0] = bank_of(offset * element_bytes);
      part.dimmed = !selection.contains(*owners) || !selection.regions.front().contains(element);
    }
  };
  drawing.most_parts = copies_max(numbers);
  drawing.may_dim = selection.leaves_out(numbers);
  drawing.may_copy = copies_max(numbers) > 1;
  // Draws a border around elements that are consecutive in memory.
  drawing.border = [=, &numbers](const Coordinate& element, int d) {
    Coordinate before = element;
    --before[d];
    const Place a = *numbers.owners(before);
    const Place b = *numbers.owners(element);
    const Int step = offset_of(b) - offset_of(a);
    return a.block == b.block && (step == 1 || step == -1) ? Border::none : Border::thread;
  };

  Picture picture{.caption = std::move(caption), .colourings = {"bank"}, .looks = bank_count};
  add_numbers(&picture.legend, "bank", {0, bank_count});
  if (drawing.may_dim) picture.legend.push_back(dimmed_entry());
  if (drawing.may_copy) picture.legend.push_back(copied_entry());
  picture.legend.push_back(border_entry(Border::thread, "around what is contiguous in memory"));
  picture.panels.push_back(tensor_panel(drawing));
  if (format == Format::html) {
    check_page_size(layout.shape(), numbers.elements());
    picture.page = page_data(tensor);
  }
  return picture;
}

}  // namespace layoutq
