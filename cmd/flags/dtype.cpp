#include "cmd/flags/dtype.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cmd/closest.h"

namespace layoutq {

namespace {

struct Dtype {
  std::string_view name;  ///< in lower case
  Int bytes;
};

constexpr std::array dtypes{
    // Booleans and integers.
    Dtype{"i1", 1},
    Dtype{"int1", 1},
    Dtype{"bool", 1},
    Dtype{"bool_", 1},
    Dtype{"i8", 1},
    Dtype{"u8", 1},
    Dtype{"int8", 1},
    Dtype{"uint8", 1},
    Dtype{"si8", 1},
    Dtype{"ui8", 1},
    Dtype{"byte", 1},
    Dtype{"i16", 2},
    Dtype{"u16", 2},
    Dtype{"int16", 2},
    Dtype{"uint16", 2},
    Dtype{"si16", 2},
    Dtype{"ui16", 2},
    Dtype{"short", 2},
    Dtype{"i32", 4},
    Dtype{"u32", 4},
    Dtype{"int32", 4},
    Dtype{"uint32", 4},
    Dtype{"si32", 4},
    Dtype{"ui32", 4},
    Dtype{"int", 4},
    Dtype{"i64", 8},
    Dtype{"u64", 8},
    Dtype{"int64", 8},
    Dtype{"uint64", 8},
    Dtype{"si64", 8},
    Dtype{"ui64", 8},
    Dtype{"long", 8},
    Dtype{"index", 8},
    Dtype{"i128", 16},
    Dtype{"u128", 16},
    Dtype{"int128", 16},
    // 8-bit floats.
    Dtype{"fp8", 1},
    Dtype{"f8", 1},
    Dtype{"float8", 1},
    Dtype{"fp8e4nv", 1},
    Dtype{"fp8e4b8", 1},
    Dtype{"fp8e4b15", 1},
    Dtype{"fp8e5", 1},
    Dtype{"fp8e5b16", 1},
    Dtype{"f8e3m4", 1},
    Dtype{"f8e4m3", 1},
    Dtype{"f8e4m3fn", 1},
    Dtype{"f8e4m3fnuz", 1},
    Dtype{"f8e4m3b11fnuz", 1},
    Dtype{"f8e5m2", 1},
    Dtype{"f8e5m2fnuz", 1},
    Dtype{"f8e8m0fnu", 1},
    Dtype{"float8e4nv", 1},
    Dtype{"float8e4b8", 1},
    Dtype{"float8e4b15", 1},
    Dtype{"float8e5", 1},
    Dtype{"float8e5b16", 1},
    Dtype{"float8_e3m4", 1},
    Dtype{"float8_e4m3", 1},
    Dtype{"float8_e4m3fn", 1},
    Dtype{"float8_e4m3fnuz", 1},
    Dtype{"float8_e4m3b11fnuz", 1},
    Dtype{"float8_e5m2", 1},
    Dtype{"float8_e5m2fnuz", 1},
    Dtype{"float8_e8m0fnu", 1},
    // Wider floats.
    Dtype{"fp16", 2},
    Dtype{"f16", 2},
    Dtype{"float16", 2},
    Dtype{"half", 2},
    Dtype{"bf16", 2},
    Dtype{"bfloat16", 2},
    Dtype{"fp32", 4},
    Dtype{"f32", 4},
    Dtype{"float32", 4},
    Dtype{"float", 4},
    Dtype{"single", 4},
    Dtype{"tf32", 4},
    Dtype{"fp64", 8},
    Dtype{"f64", 8},
    Dtype{"float64", 8},
    Dtype{"double", 8},
    Dtype{"complex64", 8},
    Dtype{"cfloat", 8},
    Dtype{"complex128", 16},
    Dtype{"cdouble", 16},
};

/// Removes the module and returns the rest in lower case: MLIR writes f8E4M3FN where the others
/// write f8e4m3fn.
std::string plain_name(std::string_view name) {
  for (std::string_view module : {"torch.", "np.", "numpy.", "tl."}) {
    if (name.starts_with(module)) {
      name.remove_prefix(module.size());
      break;
    }
  }
  std::string lower(name);
  for (char& c : lower) c = 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace

std::optional<Int> dtype_bytes(std::string_view name) {
  const auto found =
      std::find_if(dtypes.begin(), dtypes.end(),
                   [plain = plain_name(name)](const Dtype& dtype) { return dtype.name == plain; });
  if (found == dtypes.end()) return std::nullopt;
  return found->bytes;
}

std::optional<std::string_view> closest_dtype(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Dtype& dtype : dtypes) names.push_back(dtype.name);
  return closest(plain_name(name), names);
}

}  // namespace layoutq
