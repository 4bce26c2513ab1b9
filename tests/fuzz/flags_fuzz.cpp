#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "cmd/flags/assertions.h"
#include "cmd/flags/bank_flags.h"
#include "cmd/flags/cell_flags.h"
#include "cmd/flags/dtype.h"
#include "cmd/flags/kernel_flags.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/memory_flags.h"
#include "cmd/flags/named_layouts.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/flags/selection_flags.h"
#include "core/questions/banks.h"
#include "tests/fuzz/check_layout.h"
#include "tests/fuzz/mutate_lines.h"

/// For any arguments the readers of flags return values within the documented limits, or throw an
/// Error of one printable line. The first line of an input names the question, and the others are
/// its arguments.
namespace layoutq {

namespace {

bool is_control(char c) { return (0 <= c && c < ' ') || c == '\x7f'; }

void check_error(std::string_view message) {
  must(!message.empty());
  must(std::none_of(message.begin(), message.end(), is_control));
}

void check_shape(const Shape& shape) {
  must(1 <= shape.rank() && shape.rank() <= max_rank);
  for (Int extent : shape) must(1 <= extent && extent <= max_extent);
}

void check_range(const Range& range, const Range& within) {
  must(within.low <= range.low && range.low < range.high && range.high <= within.high);
}

void check_subject(const Subject& subject) {
  check_shape(subject.shape);
  must(!problem_of(subject.description) && !problem_of(subject.description, subject.shape));
  const Layout& layout = subject.layout;
  must(layout.shape() == subject.shape);
  const auto places = checked_product(
      std::array{layout.blocks(), layout.warps(), layout.lanes(), layout.registers()});
  must(places && 1 <= *places && *places <= max_places);
  check_layout(subject.description, subject.shape);
}

void check_subject(const SharedSubject& subject) {
  check_shape(subject.shape);
  must(!problem_of(subject.description) && !problem_of(subject.description, subject.shape));
  must(1 <= subject.layout.size() && subject.layout.size() <= max_places);
  must(subject.count >= 1);
  check_layout(subject.description, subject.shape);
}

void check_element(const ElementType& element) {
  must(!element.name.empty());
  must(element.bytes == 1 || element.bytes == 2 || element.bytes == 4 || element.bytes == 8 ||
       element.bytes == 16);
}

void check_selection(const Selection& selection, const Layout& layout) {
  const Region all = layout.everything();
  must(!selection.regions.empty());
  for (const Region& region : selection.regions) {
    check_range(region.block, all.block);
    check_range(region.warp, all.warp);
    check_range(region.lane, all.lane);
    check_range(region.reg, all.reg);
    for (std::size_t d = 0; d < static_cast<std::size_t>(layout.rank()); ++d) {
      check_range(region.box[d], all.box[d]);
    }
  }
}

// Each function reads what a subcommand reads before it answers.

void declare_places(CommandLine* line) {
  add_thread_flags(line);
  add_element_flags(line);
  add_cell_flags(line);
  add_element_type_flags(line);
  add_layout_flags(line);
  add_output_flags(line, all_formats);
}

void read_places(const CommandLine& line) {
  const OutputOptions options = read_output_options(line, all_formats);
  for (const Assertion& assertion : options.assertions) must(!assertion.column.empty());
  only_in_table(line, options, "--color");
  only_with_cells(line, options, true);
  const AnySubject any = read_any_layout(line);
  if (const auto* shared = std::get_if<SharedSubject>(&any)) {
    check_subject(*shared);
    check_element(read_element_type(line, *shared));
    return;
  }
  const auto& subject = std::get<Subject>(any);
  check_subject(subject);
  check_selection(read_threads(line, subject.layout), subject.layout);
  check_selection(read_selection(line, subject.layout), subject.layout);
  must(!read_cell_options(line, subject.layout).name.empty());
  for (const std::string& word : line.words()) {
    const Coordinate coordinate = read_coordinate(word, subject.shape);
    must(subject.layout.everything().contains(coordinate));
  }
}

void declare_load(CommandLine* line) {
  add_memory_flags(line);
  add_layout_flags(line);
}

void read_load(const CommandLine& line) {
  line.no_words();
  const Subject subject = read_layout(line);
  check_subject(subject);
  const PlacedTensor tensor = read_memory(line, subject);
  const Memory& memory = tensor.memory;
  check_element({memory.element_bytes, tensor.dtype});
  must(addressable(memory, subject.shape));
  must(memory.offset_bytes >= 0 && memory.offset_bytes % memory.element_bytes == 0);
  must(memory.strides.rank() == subject.shape.rank());
  for (Int stride : memory.strides) must(0 <= stride && stride <= Int{1} << 62);
}

void declare_banks(CommandLine* line) {
  add_bank_flags(line);
  line->flag({.names = "--swizzles", .value = "", .help = "without --shared"});
  add_element_type_flags(line);
  add_layout_flags(line);
}

void read_banks(const CommandLine& line) {
  line.no_words();
  const BankQuestion question = read_bank_question(line);
  check_shape(question.shape);
  check_element(question.element);
  must(question.shared.has_value() != line.given("--swizzles"));
  must(question.sides.size() == 1 || (question.sides.size() == 2 && question.named_sides()));
  for (const std::string& note : question.notes) check_error(note);
  for (const BankSide& side : question.sides) {
    const Layout registers = registers_of(question, side);
    must(registers.shape() == question.shape);
    if (!question.shared) continue;
    const SharedSubject shared = on_shape(question.shape_name, *question.shared, question.shape);
    check_subject(shared);
    const auto found = BankAccess::of(registers, shared.layout, question.element.bytes);
    const auto* access = std::get_if<BankAccess>(&found);
    must(access == nullptr || access->vector_bytes() <= 16);
  }
}

void declare_pair(CommandLine* line) {
  add_file_flag(line);
  add_tensor_flags(line, false);
}

void read_both(const CommandLine& line) {
  std::visit(
      [](const auto& pair) {
        check_subject(pair.first);
        check_subject(pair.second);
        must(pair.first.shape == pair.second.shape);
      },
      read_any_pair(line, std::nullopt));
}

void read_launch(const CommandLine& line) {
  const LaunchOptions options = read_launch_options(line);
  for (const auto& [name, value] : options.arguments) must(!name.empty());
  for (std::size_t i = 0; i < options.program.size(); ++i) {
    must(0 <= options.program[i] && options.program[i] <= max_extent);
    if (options.grid) must(options.program[i] < (*options.grid)[i]);
  }
}

/// Reads the text as each type of value.
void read_values(std::string_view text) {
  const auto try_each = [&](auto... readers) {
    const auto try_one = [&](auto reader) {
      try {
        reader();
      } catch (const Error& error) {
        check_error(error.what());
      }
    };
    (try_one(readers), ...);
  };
  const Shape shape{5, 1, max_extent};
  const int rank = shape.rank();
  try_each([&] { must(read_number("--most", text, any_number) >= 0); },
           [&] {
             const Int number = read_number("--bytes", text, {-3, 17});
             must(-3 <= number && number < 17);
           },
           [&] {
             check_shape(read_list("--shape", text, {1, max_extent + 1}));
           },
           [&] {
             const int dim = read_dimension("--slice", text, rank);
             must(0 <= dim && dim < rank);
           },
           [&] {
             Dims order = read_order("--order", text, rank);
             std::sort(order.begin(), order.end());
             must(order == Dims{0, 1, 2});
           },
           [&] {
             check_range(read_range("--warp", text, 7, "warps"), {0, 7});
           },
           [&] {
             const Coordinate coordinate = read_coordinate(text, shape);
             for (int d = 0; d < rank; ++d) must(0 <= coordinate[d] && coordinate[d] < shape[d]);
           },
           [&] {
             const Assertion assertion = read_assertion(text);
             must(assertion.text == text && !assertion.column.empty());
           },
           [&] {
             must(read_choice<int>("--per", text, {{"rep", 1}, {"cta", 2}}) > 0);
           });
  const auto bytes = dtype_bytes(text);
  must(!bytes || (1 <= *bytes && *bytes <= 16));
  must(!printable(text).empty());
  check_error(printable(text));
  closest(text, {"--shape", "--slice", "owners"});
}

struct Question {
  std::string_view name;
  void (*declare)(CommandLine*);
  void (*read)(const CommandLine&);
};

constexpr std::array questions{
    Question{"places", declare_places, read_places}, Question{"load", declare_load, read_load},
    Question{"banks", declare_banks, read_banks}, Question{"pair", declare_pair, read_both},
    Question{"launch", add_launch_flags, read_launch}};

/// True if an argument names a file. The fuzzer opens none.
bool names_file(const std::vector<std::string>& arguments) {
  const auto has_hash = [](const std::string& argument) {
    // FILE#name
    const std::size_t hash = argument.find_last_of('#');
    return hash != std::string::npos && hash > 0 &&
           argument.find_first_of("<(={ ") == std::string::npos;
  };
  return std::any_of(arguments.begin(), arguments.end(), has_hash);
}

void check_arguments(const Question& question, const std::vector<std::string>& arguments) {
  CommandLine line("fuzz [flags]", "", {});
  question.declare(&line);
  try {
    if (!line.parse(arguments)) return;
    for (std::string_view flag : {"--store", "--load", "--shared"}) {
      if (question.read == read_banks && names_file(line.all(flag))) return;
    }
    if (question.read != read_launch && line.given("--from")) return;
    if (question.read == read_both && names_file(line.words())) return;
    question.read(line);
  } catch (const Error& error) {
    check_error(error.what());
  }
}

void check_text(std::string_view text) {
  std::vector<std::string> arguments = lines_of(text);
  if (arguments.empty()) return;
  const std::string name = arguments.front();
  arguments.erase(arguments.begin());
  for (const Question& question : questions) {
    if (question.name == name) check_arguments(question, arguments);
  }
  if (name == "values") {
    for (const std::string& argument : arguments) read_values(argument);
  }
}

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  layoutq::check_text({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return layoutq::mutate_lines(data, size, most, seed);
}
