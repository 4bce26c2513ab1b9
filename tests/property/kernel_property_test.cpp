#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/kernel/inspection.h"
#include "tests/property/random_cases.h"

/// Random kernels, whose values are computed element by element while their text is written,
/// against what the evaluation, the axis info and the counting of requests say about the text.
namespace layoutq {

namespace {

/// Has room for every product of two numbers.
__extension__ using Wide = __int128;

/// A value of a kernel that is being written.
struct Written {
  std::string name;
  std::string type;
  Shape shape;  ///< rank 0 for a scalar
  int bits = 32;
  std::vector<Int> elements;  ///< row-major
  /// True if nothing it was computed from wrapped around or was negative, which axis info assumes.
  bool clean = true;
};

Int size_of(const Shape& shape) {
  Int size = 1;
  for (Int extent : shape) size *= extent;
  return size;
}

/// A value's low bits, with their sign, computed in another way than core does.
Int low_bits(Wide value, int bits) {
  const auto modulus = static_cast<Wide>(1) << bits;
  auto low = value % modulus;
  if (low < 0) low += modulus;
  if (bits > 1 && low >= modulus / 2) low -= modulus;
  return static_cast<Int>(low);
}

Wide without_sign(Int value, int bits) {
  return value < 0 ? static_cast<Wide>(value) + (static_cast<Wide>(1) << bits) : value;
}

class Writer {
 public:
  explicit Writer(unsigned seed) : random(seed) {
    const auto power = [&](Int most) { return Int{1} << random.below(most + 1); };
    extents_ = {power(5), power(5)};
    layouts_ = fmt::format(
        "#l1 = #ttg.blocked<{{sizePerThread = [{}], threadsPerWarp = [32], warpsPerCTA = [2], "
        "order "
        "= [0]}}>\n#l2 = #ttg.blocked<{{sizePerThread = [{}, {}], threadsPerWarp = [{}], "
        "warpsPerCTA = [{}], order = [{}]}}>\n",
        power(3), power(2), power(3), random.one_in(2) ? "4, 8" : "16, 2",
        random.one_in(2) ? "2, 1" : "1, 2", random.one_in(2) ? "1, 0" : "0, 1");
    for (int i = 0; i < 3; ++i) {
      const bool aligned = random.one_in(2);
      const Int value = random.below(2000) * (aligned ? 16 : 1);
      launch.arguments.push_back(value);
      arguments_ += fmt::format(", %n{}: i32{}", i, aligned ? " {tt.divisibility = 16 : i32}" : "");
      values.push_back({fmt::format("n{}", i), "i32", {}, 32, {value}, true});
    }
    launch.arguments.insert(launch.arguments.begin(), 0);
    launch.program = {random.below(100), 0, 0};
    add("tt.get_program_id x : i32", {"", "i32", {}, 32, {launch.program[0]}, true});
  }

  std::string text() const {
    return layouts_ +
           "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 2 : i32, "
           "\"ttg.threads-per-warp\" = 32 : i32} {\n  tt.func public @k(%x: !tt.ptr<f32> "
           "{tt.divisibility = 16 : i32}" +
           arguments_ + ") {\n" + body_ + "    tt.return\n  }\n}\n";
  }

  /// Writes one more operation, mostly of the values that were written last.
  void step();

  Random random;
  Launch launch;
  std::vector<Written> values;

 private:
  std::string tensor(const Shape& shape, const std::string& element) const {
    if (shape.rank() == 0) return element;
    std::string text = "tensor<";
    for (Int extent : shape) text += fmt::format("{}x", extent);
    return fmt::format("{}{}, #l{}>", text, element, shape.rank());
  }

  void add(const std::string& operation, Written value) {
    value.name = fmt::format("v{}", values.size());
    body_ += fmt::format("    %{} = {}\n", value.name, operation);
    // The evaluation reports stores, so that the test sees the value.
    body_ += fmt::format("    tt.store %x, %{} : {}\n", value.name, value.type);
    for (Int element : value.elements) value.clean = value.clean && element >= 0;
    values.push_back(std::move(value));
  }

  const Written& pick() {
    const auto count = static_cast<Int>(values.size());
    return values[static_cast<std::size_t>(
        random.one_in(3) ? random.below(count) : std::max<Int>(0, count - 1 - random.below(4)))];
  }
  /// A value of the same shape and width: another one, or the value itself.
  const Written& like(const Written& one) {
    std::vector<const Written*> all;
    for (const Written& other : values) {
      if (other.shape == one.shape && other.bits == one.bits) all.push_back(&other);
    }
    return *all[static_cast<std::size_t>(random.below(static_cast<Int>(all.size())))];
  }

  void arithmetic();
  void shape_change();

  std::array<Int, 2> extents_{};
  std::string layouts_, arguments_, body_;
};

void Writer::arithmetic() {
  const Written a = pick();
  const Written b = like(a);
  const int bits = a.bits;
  using Function = Wide (*)(Int, Int, int);
  struct Entry {
    const char* name;
    Function function;
  };
  static constexpr std::array<Entry, 19> entries{{
      {"arith.addi", [](Int x, Int y, int) { return static_cast<Wide>(x) + y; }},
      {"arith.addi", [](Int x, Int y, int) { return static_cast<Wide>(x) + y; }},
      {"arith.subi", [](Int x, Int y, int) { return static_cast<Wide>(x) - y; }},
      {"arith.muli", [](Int x, Int y, int) { return static_cast<Wide>(x) * y; }},
      {"arith.muli", [](Int x, Int y, int) { return static_cast<Wide>(x) * y; }},
      {"arith.divsi", [](Int x, Int y, int) { return static_cast<Wide>(x) / y; }},
      {"arith.divui", [](Int x, Int y, int w) { return without_sign(x, w) / without_sign(y, w); }},
      {"arith.remsi", [](Int x, Int y, int) { return static_cast<Wide>(x) % y; }},
      {"arith.remui", [](Int x, Int y, int w) { return without_sign(x, w) % without_sign(y, w); }},
      {"arith.andi", [](Int x, Int y, int) { return static_cast<Wide>(x & y); }},
      {"arith.ori", [](Int x, Int y, int) { return static_cast<Wide>(x | y); }},
      {"arith.xori", [](Int x, Int y, int) { return static_cast<Wide>(x ^ y); }},
      {"arith.minsi", [](Int x, Int y, int) { return static_cast<Wide>(std::min(x, y)); }},
      {"arith.maxsi", [](Int x, Int y, int) { return static_cast<Wide>(std::max(x, y)); }},
      {"arith.minui",
       [](Int x, Int y, int w) { return std::min(without_sign(x, w), without_sign(y, w)); }},
      {"arith.maxui",
       [](Int x, Int y, int w) { return std::max(without_sign(x, w), without_sign(y, w)); }},
      {"arith.shli",
       [](Int x, Int y, int) { return static_cast<Wide>(x) * (static_cast<Wide>(1) << y); }},
      {"arith.shrsi", [](Int x, Int y, int) { return static_cast<Wide>(x >> y); }},
      {"arith.shrui", [](Int x, Int y, int w) { return without_sign(x, w) >> y; }},
  }};
  const Entry& entry = entries[static_cast<std::size_t>(random.below(19))];
  const std::string_view name = entry.name;
  const bool divides = name.find("div") != name.npos || name.find("rem") != name.npos;
  const bool shifts = name.find("sh") != name.npos;
  if (bits == 1 && !(name == "arith.andi" || name == "arith.ori" || name == "arith.xori")) return;
  for (Int y : b.elements) {
    if (divides && (y == 0 || y == -1)) return;
    if (shifts && (y < 0 || y >= bits)) return;
  }
  Written out{"", a.type, a.shape, bits, {}, a.clean && b.clean};
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    const Wide exact = entry.function(a.elements[i], b.elements[i], bits);
    out.elements.push_back(low_bits(exact, bits));
    out.clean = out.clean && exact == out.elements.back();
  }
  add(fmt::format("{} %{}, %{} : {}", name, a.name, b.name, a.type), out);
}

void Writer::shape_change() {
  const Written a = pick();
  switch (a.shape.rank()) {
    case 0: {
      const Shape shape = random.one_in(2) ? Shape{extents_[0]} : Shape{extents_[0], extents_[1]};
      const std::string type = tensor(shape, fmt::format("i{}", a.bits));
      add(fmt::format("tt.splat %{} : {} -> {}", a.name, a.type, type),
          {"", type, shape, a.bits,
           std::vector<Int>(static_cast<std::size_t>(size_of(shape)), a.elements[0]), a.clean});
      break;
    }
    case 1: {
      const Int axis = random.below(2);
      const Shape shape = axis == 0 ? Shape{1, a.shape[0]} : Shape{a.shape[0], 1};
      const std::string type = tensor(shape, fmt::format("i{}", a.bits));
      add(fmt::format("tt.expand_dims %{} {{axis = {} : i32}} : {} -> {}", a.name, axis, a.type,
                      type),
          {"", type, shape, a.bits, a.elements, a.clean});
      // And mostly what follows that in kernels: one row or column for all.
      if (random.one_in(4)) return;
      const Written expanded = values.back();
      Shape whole = shape;
      whole[static_cast<int>(axis)] = extents_[static_cast<std::size_t>(axis)];
      const std::string wide = tensor(whole, fmt::format("i{}", a.bits));
      Written out{"", wide, whole, a.bits, {}, a.clean};
      for (Int i = 0; i < whole[0]; ++i) {
        for (Int j = 0; j < whole[1]; ++j) {
          out.elements.push_back(a.elements[static_cast<std::size_t>(axis == 0 ? j : i)]);
        }
      }
      add(fmt::format("tt.broadcast %{} : {} -> {}", expanded.name, type, wide), out);
      break;
    }
    default: {
      const Shape shape{a.shape[1], a.shape[0]};
      const std::string type = tensor(shape, fmt::format("i{}", a.bits));
      Written out{"", type, shape, a.bits, a.elements, a.clean};
      if (random.one_in(2)) {
        add(fmt::format("tt.reshape %{} : {} -> {}", a.name, a.type, type), out);
        break;
      }
      for (Int i = 0; i < shape[0]; ++i) {
        for (Int j = 0; j < shape[1]; ++j) {
          out.elements[static_cast<std::size_t>(i * shape[1] + j)] =
              a.elements[static_cast<std::size_t>(j * a.shape[1] + i)];
        }
      }
      add(fmt::format("tt.trans %{} {{order = array<i32: 1, 0>}} : {} -> {}", a.name, a.type, type),
          out);
      break;
    }
  }
}

void Writer::step() {
  switch (random.below(9)) {
    case 0: {
      const Shape shape{random.one_in(3) ? extents_[1] : extents_[0]};
      const Int start = random.one_in(3) ? random.below(100) : 0;
      const std::string type = tensor(shape, "i32");
      Written out{"", type, shape, 32, {}, true};
      for (Int i = 0; i < shape[0]; ++i) out.elements.push_back(start + i);
      add(fmt::format("tt.make_range {{end = {} : i32, start = {} : i32}} : {}", start + shape[0],
                      start, type),
          out);
      return;
    }
    case 1: {
      const Written a = pick();
      const std::array<Int, 10> usual{0, 1, 2, 3, 4, 8, 16, 64, 100, -5};
      const Int value =
          a.bits == 1 ? random.below(2) : usual[static_cast<std::size_t>(random.below(10))];
      const std::string constant =
          a.bits == 1 ? (value == 1 ? "true" : "false") : fmt::format("{}", value);
      add(a.shape.rank() == 0
              ? fmt::format("arith.constant {}{}", constant, a.bits == 1 ? "" : " : " + a.type)
              : fmt::format("arith.constant dense<{}> : {}", constant, a.type),
          {"", a.type, a.shape, a.bits, std::vector<Int>(a.elements.size(), value), true});
      return;
    }
    case 2: {
      const Written a = pick();
      const Written b = like(a);
      const std::array<const char*, 10> predicates{"eq",  "ne",  "slt", "sle", "sgt",
                                                   "sge", "ult", "ule", "ugt", "uge"};
      const std::string predicate = predicates[static_cast<std::size_t>(random.below(10))];
      if (a.bits == 1) return;
      const std::string type = tensor(a.shape, "i1");
      Written out{"", type, a.shape, 1, {}, a.clean && b.clean};
      for (std::size_t i = 0; i < a.elements.size(); ++i) {
        Wide x = a.elements[i];
        Wide y = b.elements[i];
        if (predicate[0] == 'u')
          x = without_sign(a.elements[i], a.bits), y = without_sign(b.elements[i], a.bits);
        const std::string order = predicate.size() == 3 ? predicate.substr(1) : predicate;
        out.elements.push_back(order == "eq"   ? x == y
                               : order == "ne" ? x != y
                               : order == "lt" ? x < y
                               : order == "le" ? x <= y
                               : order == "gt" ? x > y
                                               : x >= y);
      }
      add(fmt::format("arith.cmpi {}, %{}, %{} : {}", predicate, a.name, b.name, a.type), out);
      return;
    }
    case 3: {
      const Written a = pick();
      const Written b = like(a);
      std::vector<const Written*> conditions;
      for (const Written& one : values) {
        if (one.bits == 1 && (one.shape == a.shape || one.shape.rank() == 0))
          conditions.push_back(&one);
      }
      if (conditions.empty()) return;
      const Written condition =
          *conditions[static_cast<std::size_t>(random.below(static_cast<Int>(conditions.size())))];
      Written out{"", a.type, a.shape, a.bits, {}, a.clean && b.clean && condition.clean};
      for (std::size_t i = 0; i < a.elements.size(); ++i) {
        const Int holds = condition.elements[condition.shape.rank() == 0 ? 0 : i];
        out.elements.push_back(holds != 0 ? a.elements[i] : b.elements[i]);
      }
      add(condition.shape.rank() == 0
              ? fmt::format("arith.select %{}, %{}, %{} : {}", condition.name, a.name, b.name,
                            a.type)
              : fmt::format("arith.select %{}, %{}, %{} : {}, {}", condition.name, a.name, b.name,
                            condition.type, a.type),
          out);
      return;
    }
    case 4: {
      const Written a = pick();
      const std::array<int, 4> widths{8, 16, 32, 64};
      const int bits = widths[static_cast<std::size_t>(random.below(4))];
      if (bits == a.bits) return;
      const bool grows = bits > a.bits;
      const bool keeps_sign = random.one_in(2);
      const std::string type = tensor(a.shape, fmt::format("i{}", bits));
      Written out{"", type, a.shape, bits, {}, a.clean};
      for (Int x : a.elements) {
        const Wide exact = grows && !keeps_sign   ? without_sign(x, a.bits)
                           : grows && a.bits == 1 ? -x
                                                  : x;
        out.elements.push_back(low_bits(exact, bits));
        out.clean = out.clean && out.elements.back() == x;
      }
      add(fmt::format("arith.{} %{} : {} to {}",
                      !grows       ? "trunci"
                      : keeps_sign ? "extsi"
                                   : "extui",
                      a.name, a.type, type),
          out);
      return;
    }
    case 5:
    case 6:
      return shape_change();
    default:
      return arithmetic();
  }
}

/// The element of that row-major number.
Int element(const AbstractValue& elements, const Shape& shape, Int number) {
  if (!elements.pattern()) return elements.offset();
  const Pattern& pattern = *elements.pattern();
  Int at = 0;
  Int stride = 1;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    at += number % shape[d] % pattern.extents[d] * stride;
    stride *= pattern.extents[d];
    number /= shape[d];
  }
  return elements.offset() + pattern.elements[static_cast<std::size_t>(at)];
}

bool are(const AbstractValue& elements, const Shape& shape, const std::vector<Int>& expected) {
  if (!elements.exact()) return false;
  if (elements.pattern()) {
    const Shape& extents = elements.pattern()->extents;
    if (extents.rank() != shape.rank()) return false;
    for (int d = 0; d < shape.rank(); ++d) {
      if (extents[d] != 1 && extents[d] != shape[d]) return false;
    }
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (element(elements, shape, static_cast<Int>(i)) != expected[i]) return false;
  }
  return true;
}

/// The first claim of the axis info that does not hold; empty if all hold. A group's elements are
/// `unit` apart.
std::string broken_claim(const AxisInfo& facts, const Written& value, Int unit) {
  if (facts.value) {
    for (Int one : value.elements) {
      if (one != *facts.value) return "value";
    }
  }
  Int inner = 1;
  for (int d = std::max(1, value.shape.rank()) - 1; d >= 0; --d) {
    const AxisInfo::Dimension& claim = facts.dimensions[static_cast<std::size_t>(d)];
    const Int extent = value.shape.rank() == 0 ? 1 : value.shape[d];
    for (std::size_t i = 0; i < value.elements.size(); ++i) {
      const Int at = static_cast<Int>(i) / inner % extent;
      const auto back = [&](Int steps) {
        return value.elements[i - static_cast<std::size_t>(steps * inner)];
      };
      const Int in_group = at % claim.contiguity;
      if (value.elements[i] - back(in_group) != in_group * unit) return "contiguity";
      if (back(in_group) % claim.divisibility != 0) return "divisibility";
      if (value.elements[i] != back(at % claim.constancy)) return "constancy";
    }
    inner *= extent;
  }
  return "";
}

/// Sums over the requests of a load, counted lane by lane from the layout alone.
AccessTraffic counted_by_hand(const Layout& layout, Int bytes, Int vector,
                              const std::vector<Int>& addresses, const std::vector<Int>* mask) {
  AccessTraffic traffic;
  std::set<Int> touched;
  const auto number = [&](Int warp, Int lane, Int reg) {
    const Coordinate at = layout.coordinate({.block = 0, .warp = warp, .lane = lane, .reg = reg});
    Int all = 0;
    for (int d = 0; d < layout.rank(); ++d) all = all * layout.shape()[d] + at[d];
    return static_cast<std::size_t>(all);
  };
  for (Int warp = 0; warp < layout.warps(); ++warp) {
    for (Int reg = 0; reg < layout.registers(); reg += vector) {
      // What a lower register holds in every lane is not loaded again.
      bool again = false;
      for (Int lower = 0; lower < reg && !again; ++lower)
        again = number(0, 0, lower) == number(0, 0, reg);
      std::set<Int> sectors;
      for (Int lane = 0; lane < layout.lanes() && !again; ++lane) {
        const std::size_t at = number(warp, lane, reg);
        if (mask != nullptr && (*mask)[at] == 0) continue;
        for (Int byte = addresses[at]; byte < addresses[at] + vector * bytes; ++byte) {
          sectors.insert(byte >> 5);
          touched.insert(byte);
        }
      }
      traffic.requests += sectors.empty() ? 0 : 1;
      traffic.sectors += static_cast<Int>(sectors.size());
    }
  }
  traffic.ideal_sectors = (static_cast<Int>(touched.size()) + 31) / 32;
  return traffic;
}

}  // namespace

TEST_CASE(
    "random kernels have the values that are computed element by element, and axis info that "
    "holds") {
  Int claims = 0;
  Int wide = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Writer writer(seed);
    for (int i = 0; i < 24; ++i) writer.step();
    const std::string text = writer.text();
    CAPTURE(text);
    const Kernels kernels = read_kernels(text);
    REQUIRE(kernels.functions.size() == 1);
    const Function& function = kernels.functions[0];
    std::map<std::string_view, const Written*> written;
    for (const Written& value : writer.values) written[value.name] = &value;
    std::map<std::string_view, AbstractValue> computed;
    Evaluation evaluation(kernels, function, writer.launch);
    evaluation.run([&](const Operation& operation, std::optional<Unknown> doubt) {
      REQUIRE_FALSE(doubt);
      if (operation.op != Op::store) return;
      const ValueNumber value = operation.operand(1);
      computed[function.values[static_cast<std::size_t>(value)].name] = evaluation[value];
    });
    const std::vector<AxisInfo> facts = axis_info_of(kernels, function);
    // A divisibility is that of a group's first element. Triton 3.6 keeps it even if a sum, or a
    // shift by an unknown number, leaves smaller groups: values computed from these are not
    // checked.
    std::set<ValueNumber> overstated;
    for_each_operation(function.body, [&](const Operation& operation) {
      if (operation.results != 1) return;
      bool doubtful = false;
      Int contiguity = 1;
      for (ValueNumber operand : operation.operands) {
        doubtful = doubtful || overstated.contains(operand);
        for (const auto& dimension : facts[static_cast<std::size_t>(operand)].dimensions) {
          contiguity = std::max(contiguity, dimension.contiguity);
        }
      }
      const AxisInfo& own = facts[static_cast<std::size_t>(operation.first_result)];
      const bool keeps =
          operation.op == Op::add || operation.op == Op::subtract || operation.op == Op::shift_left;
      for (const auto& dimension : own.dimensions) {
        doubtful = doubtful || (keeps && dimension.contiguity < contiguity);
      }
      if (doubtful) overstated.insert(operation.first_result);
    });
    for (std::size_t i = 0; i < function.values.size(); ++i) {
      const auto found = written.find(function.values[i].name);
      if (found == written.end()) continue;
      const Written& value = *found->second;
      CAPTURE(value.name);
      if (const auto one = computed.find(value.name); one != computed.end()) {
        REQUIRE(are(one->second, value.shape, value.elements));
      }
      if (!value.clean || overstated.contains(static_cast<ValueNumber>(i))) continue;
      const std::string broken = broken_claim(facts[i], value, 1);
      REQUIRE(broken == "");
      ++claims;
      for (const auto& dimension : facts[i].dimensions)
        wide += dimension.contiguity > 1 || (dimension.constancy > 1 && !facts[i].value) ? 1 : 0;
    }
  }
  // Most are looked at, and many claim something.
  CHECK(claims > 10000);
  CHECK(wide > 2000);
}

TEST_CASE("loads of random kernels make the requests that are counted lane by lane") {
  Int loads = 0;
  Int vectors = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    Writer writer(seed + 10000);
    for (int i = 0; i < 20; ++i) writer.step();
    std::string text = writer.text();
    // Loads of all values, masked so that all are issued.
    std::string behind;
    std::map<std::string, const Written*> offset_of;
    std::map<std::string, const Written*> mask_of;
    for (const Written& value : writer.values) {
      if (value.shape.rank() == 0 || value.bits != 32) continue;
      const std::string name = "l" + value.name;
      std::string pointers = value.type;
      pointers.replace(pointers.find("i32"), 3, "!tt.ptr<f32>");
      const Written* mask = nullptr;
      for (const Written& other : writer.values) {
        if (other.bits == 1 && other.shape == value.shape && writer.random.one_in(2)) mask = &other;
      }
      std::string conditions = value.type;
      conditions.replace(conditions.find("i32"), 3, "i1");
      behind += fmt::format(
          "    %s{0} = tt.splat %x : !tt.ptr<f32> -> {1}\n    %p{0} = tt.addptr %s{0}, %{0} : {1}, "
          "{2}\n    %m{0} = arith.constant dense<true> : {3}\n    %{4} = tt.load %p{0}, %{5} : "
          "{1}\n",
          value.name, pointers, value.type, conditions, name,
          mask == nullptr ? "m" + value.name : mask->name);
      offset_of[name] = &value;
      mask_of[name] = mask;
    }
    text.insert(text.find("    tt.return"), behind);
    CAPTURE(text);
    Kernels kernels = read_kernels(text);
    const Function& function = kernels.functions.at(0);
    const Inspection inspection = inspect(&kernels, function, writer.launch);
    for (const InspectedOperation& operation : inspection.operations) {
      if (operation.kind != RowKind::load) continue;
      CAPTURE(operation.name);
      const Written& offset = *offset_of.at(std::string(operation.name));
      const Written* mask = mask_of.at(std::string(operation.name));
      REQUIRE(operation.traffic);
      // The pointer's address: any large constant.
      std::vector<Int> addresses;
      for (Int one : offset.elements) addresses.push_back((Int{1} << 40) + 4 * one);
      const ValueType& type = kernels.type(operation.type);
      const Layout layout = build(std::get<Description>(*type.encoding.layout), type.shape);
      const AccessTraffic expected =
          counted_by_hand(layout, 4, operation.width->elements, addresses,
                          mask == nullptr ? nullptr : &mask->elements);
      REQUIRE(operation.traffic->requests == expected.requests);
      REQUIRE(operation.traffic->sectors == expected.sectors);
      REQUIRE(operation.traffic->ideal_sectors == expected.ideal_sectors);
      ++loads;
      vectors += operation.width->elements > 1 ? 1 : 0;
    }
  }
  CHECK(loads > 1200);
  CHECK(vectors > 100);
}

TEST_CASE("loops carry the values that are computed iteration by iteration") {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const Int low = random.between(-5, 5);
    const Int high = low + random.below(12) - 2;
    const Int step = random.between(1, 4);
    const Int factor = random.between(-3, 3);
    const Int start = random.between(-100, 100);
    const std::string text = fmt::format(
        "#l = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order "
        "= [0]}}>\n"
        "module attributes {{\"ttg.num-warps\" = 1 : i32}} {{\n  tt.func @k(%x: !tt.ptr<i32>, "
        "%low: i32, %high: i32, %step: i32, %f: i32, %s: i32) {{\n"
        "    %i = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32, #l>\n"
        "    %r:2 = scf.for %k = %low to %high step %step iter_args(%a = %s, %t = %i) -> (i32, "
        "tensor<32xi32, #l>)  : i32 {{\n"
        "      tt.store %x, %t : !tt.ptr<i32>\n"
        "      %b = arith.muli %a, %f : i32\n      %c = arith.addi %b, %k : i32\n"
        "      %d = tt.splat %c : i32 -> tensor<32xi32, #l>\n      %e = arith.addi %t, %d : "
        "tensor<32xi32, #l>\n"
        "      scf.yield %c, %e : i32, tensor<32xi32, #l>\n    }}\n"
        "    tt.store %x, %r#0 : !tt.ptr<i32>\n    tt.store %x, %r#1 : !tt.ptr<i32>\n    "
        "tt.return\n  }}\n}}\n");
    const Kernels kernels = read_kernels(text);
    const Launch launch{.arguments = {0, low, high, step, factor, start}};
    std::vector<std::vector<Int>> expected;
    std::vector<Int> t(32);
    for (Int i = 0; i < 32; ++i) t[static_cast<std::size_t>(i)] = i;
    Int a = start;
    for (Int k = low; k < high; k += step) {
      expected.push_back(t);
      a = low_bits(static_cast<Wide>(a) * factor + k, 32);
      for (Int& one : t) one = low_bits(static_cast<Wide>(one) + a, 32);
    }
    expected.push_back({a});
    expected.push_back(t);
    std::size_t next = 0;
    Evaluation evaluation(kernels, kernels.functions.at(0), launch);
    evaluation.run([&](const Operation& operation, std::optional<Unknown>) {
      REQUIRE(next < expected.size());
      const std::vector<Int>& wanted = expected[next++];
      const Shape shape = wanted.size() == 1 ? Shape() : Shape{static_cast<Int>(wanted.size())};
      REQUIRE(are(evaluation[operation.operand(1)], shape, wanted));
    });
    CHECK(next == expected.size());
  }
}

TEST_CASE("in real kernels every run of registers lies in a row in memory, aligned to its width") {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const char* folder : {"/data", "/oracle/launches"}) {
    for (const auto& entry : fs::directory_iterator(LAYOUTQ_TEST_DATA + std::string(folder))) {
      if (entry.path().extension() == ".ttgir") files.push_back(entry.path());
    }
  }
  CHECK(files.size() >= 58);
  Int vectors = 0;
  for (const fs::path& path : files) {
    CAPTURE(path.string());
    std::ifstream file(path);
    std::stringstream contents;
    contents << file.rdbuf();
    const std::string text = contents.str();
    Kernels kernels = read_kernels(text);
    for (const Function& function : kernels.functions) {
      Launch launch;
      for (const KernelArgument& argument : function.arguments)
        launch.arguments.push_back(argument.divisibility * 48);
      const Inspection inspection = inspect(&kernels, function, launch);
      for (const InspectedOperation& operation : inspection.operations) {
        const ValueType& type = kernels.type(operation.type);
        if (!operation.width || operation.kind == RowKind::async_copy ||
            operation.width->elements == 1 || !operation.addresses.exact())
          continue;
        CAPTURE(operation.name);
        const Layout layout = build(std::get<Description>(*type.encoding.layout), type.shape);
        const Int vector = operation.width->elements;
        Int crooked = 0;
        for (Int thread = 0; thread < layout.threads(); ++thread) {
          Int first = 0;
          for (Int reg = 0; reg < layout.registers(); ++reg) {
            const Coordinate at = layout.coordinate({.block = 0,
                                                     .warp = thread / layout.lanes(),
                                                     .lane = thread % layout.lanes(),
                                                     .reg = reg});
            Int number = 0;
            for (int d = 0; d < layout.rank(); ++d) number = number * layout.shape()[d] + at[d];
            const Int address = element(operation.addresses, layout.shape(), number);
            if (reg % vector == 0) first = address;
            crooked += first % *operation.vector_bytes == 0 &&
                               address - first == reg % vector * type.bytes()
                           ? 0
                           : 1;
          }
        }
        CHECK(crooked == 0);
        ++vectors;
      }
    }
  }
  CHECK(vectors > 50);
}

}  // namespace layoutq
