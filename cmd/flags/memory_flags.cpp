#include "cmd/flags/memory_flags.h"

#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/element_type.h"
#include "cmd/flags/read.h"
#include "core/kinds/description.h"
#include "core/layout/text.h"

namespace layoutq {

void add_memory_flags(CommandLine* line) {
  add_element_type_flags(line);
  line->flag({.names = "--strides",
              .value = "LIST",
              .help = "stride of each dimension, in elements\n(default: row-major without gaps)"});
  line->flag(
      {.names = "--memory-order",
       .value = "LIST",
       .help =
           "order of the dimensions in memory, the fastest\nfirst; use it instead of --strides"});
  line->flag({.names = "--offset-bytes",
              .value = "N",
              .help = "bytes from a 256-byte boundary to the first\nelement (default: 0)"});
}

namespace {

constexpr Int most_stride = Int{1} << 62;

}  // namespace

PlacedTensor read_memory(const CommandLine& line, const Subject& subject) {
  const Shape& shape = subject.shape;
  if (line.given("--strides")) not_both(line, "--strides", {"--memory-order"});
  const ElementType element = read_element_type(line, subject.element);
  PlacedTensor tensor{.dtype = element.name};
  Memory& memory = tensor.memory;
  memory.element_bytes = element.bytes;

  const int rank = shape.rank();
  if (const auto strides = line.get("--strides")) {
    memory.strides = read_list("--strides", *strides, {0, most_stride + 1});
    if (memory.strides.rank() != rank) {
      throw Error(fmt::format("--strides {} has {}, but the shape {} has {}", printable(*strides),
                              counted(memory.strides.rank(), "number"), to_text(shape), rank));
    }
  } else {
    Dims order;
    for (int d = rank - 1; d >= 0; --d) order.push_back(d);
    const auto given = line.get("--memory-order");
    if (given) order = read_order("--memory-order", *given, rank);
    const auto contiguous = contiguous_strides(shape, order);
    if (!contiguous) {
      throw Error(fmt::format("a tensor of shape {} has strides past 2^62: give --strides",
                              to_text(shape)));
    }
    memory.strides = *contiguous;
  }
  if (const auto offset = line.get("--offset-bytes")) {
    memory.offset_bytes = read_number("--offset-bytes", *offset, any_number);
    if (memory.offset_bytes % memory.element_bytes != 0) {
      throw Error(fmt::format("--offset-bytes {} is not a multiple of the element's {} bytes",
                              printable(*offset), memory.element_bytes));
    }
  }
  if (!addressable(memory, shape)) {
    throw Error(fmt::format("shape {} with strides {} and {} reaches past byte address 2^63",
                            to_text(shape), to_text(memory.strides), tensor.dtype));
  }
  return tensor;
}

}  // namespace layoutq
