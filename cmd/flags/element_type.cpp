#include "cmd/flags/element_type.h"

#include <fmt/format.h>

#include <bit>

#include "cmd/error.h"
#include "cmd/flags/dtype.h"
#include "cmd/flags/read.h"
#include "core/kinds/description.h"
#include "core/layout/text.h"
#include "core/mlir/types.h"

namespace layoutq {

void add_element_type_flags(CommandLine* line) {
  line->flag({.names = "--dtype",
              .value = "T",
              .help = "element type, such as fp16, bf16 or int8\n(default: fp32)",
              .choices = "fp64 fp32 tf32 fp16 bf16 fp8e4nv fp8e5 int64 int32 int16 int8 uint64 "
                         "uint32 uint16 uint8 int1"});
  line->flag({.names = "--bytes",
              .value = "N",
              .help = "bytes per element: 1, 2, 4, 8 or 16; use it\ninstead of --dtype",
              .choices = "1 2 4 8 16"});
}

namespace {

constexpr Int most_element_bytes = 16;

std::string name_of_bytes(Int bytes) { return fmt::format("{}-byte elements", bytes); }

}  // namespace

ElementType read_element_type(const CommandLine& line, std::string_view mlir_type) {
  const auto bytes = line.get("--bytes");
  const auto dtype = line.get("--dtype");
  if (dtype) not_both(line, "--dtype", {"--bytes"});
  ElementType type;
  if (bytes) {
    type.bytes = read_number("--bytes", *bytes, any_number);
    if (type.bytes > most_element_bytes ||
        !std::has_single_bit(static_cast<std::uint64_t>(type.bytes))) {
      throw Error(fmt::format("--bytes {} is not one of 1, 2, 4, 8, 16", printable(*bytes)));
    }
    type.name = name_of_bytes(type.bytes);
    return type;
  }
  type.name = dtype.value_or(mlir_type.empty() ? "fp32" : pointee(mlir_type).value_or(mlir_type));
  const auto size = dtype_bytes(type.name);
  if (!size) {
    const auto meant = closest_dtype(type.name);
    throw Error(fmt::format("{} {} is not a known element type ({})",
                            dtype ? "--dtype" : "--tensor's", printable(type.name),
                            meant ? fmt::format("did you mean {}?", *meant)
                                  : "use fp32, fp16, bf16, int8, ..., or --bytes"));
  }
  type.bytes = *size;
  return type;
}

namespace {

/// Reads the type without a check of the tensor's size.
ElementType type_in_memory(const CommandLine& line, const SharedSubject& subject) {
  const auto* nvmma = std::get_if<NvmmaShared>(&subject.description.kind);
  if (nvmma == nullptr) return read_element_type(line, subject.element);
  constexpr Int byte_bits = 8;
  const Int bytes = nvmma->element_bitwidth / byte_bits;
  if (!line.given("--bytes") && !line.given("--dtype") && subject.element.empty()) {
    return {bytes, name_of_bytes(bytes)};
  }
  ElementType type = read_element_type(line, subject.element);
  if (type.bytes != bytes) {
    throw Error(fmt::format("{} has {} bits, but the layout's elements have {}", type.name,
                            byte_bits * type.bytes, nvmma->element_bitwidth));
  }
  return type;
}

}  // namespace

ElementType read_element_type(const CommandLine& line, const SharedSubject& subject) {
  ElementType type = type_in_memory(line, subject);
  if (subject.layout.size() <= max_places / type.bytes) return type;
  throw Error(fmt::format("shape {} of {} reaches past byte 2^62 of shared memory",
                          to_text(subject.shape), type.name));
}

}  // namespace layoutq
