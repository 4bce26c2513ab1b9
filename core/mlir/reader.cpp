#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "core/mlir/integers.h"
#include "core/mlir/kernels.h"
#include "core/text/brackets.h"

namespace layoutq {

namespace {

/// The deepest nesting of regions that is read: far more than real kernels have.
constexpr std::size_t most_nested = 64;

/// Returns the name at `at`, after a `%`, with the `#1` that may end it.
std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_name_character(text[end]) || text[end] == '#')) ++end;
  return text.substr(at, end - at);
}

/// Reads functions line by line.
class KernelReader {
 public:
  explicit KernelReader(Kernels* kernels) : kernels_(kernels) {}

  void line(std::string_view text, Int number);
  void finish();

 private:
  /// An operation whose regions are being read. The first frame is the function itself.
  struct Frame {
    Operation operation;
    std::vector<BasicBlock> blocks;  ///< of the region that is being read
    std::size_t names = 0;           ///< the size of `given_` when the region began
  };

  bool in_function() const { return !frames_.empty(); }
  bool is_outside() const {
    return !kernels_->outside.empty() && function_ == &kernels_->outside.back();
  }
  Function& function() { return *function_; }
  BasicBlock& block() { return frames_.back().blocks.back(); }
  void begin_function(std::string_view text);
  void begin_outside();
  void begin(Function* function);
  void end_functions();
  void end_function();
  void push(Operation operation);
  void end_region();
  void close(std::string_view text);
  void label(std::string_view text);
  void operation(std::string_view text);
  void region_of_last(std::string_view text);

  ValueNumber define(std::string_view name, int type);
  ValueNumber lookup(std::string_view name) const;
  /// Defines the values of a list `%a: type loc(…), …`.
  std::vector<ValueNumber> define_arguments(std::string_view text);
  void for_loop(std::string_view results, std::string_view rest, Operation read);
  void while_loop(std::string_view results, std::string_view rest, Operation read);
  std::vector<std::string_view> carried_names(std::string_view list, Operation* operation);
  void define_carried(const std::vector<std::string_view>& names, const std::vector<int>& types);
  void read_operands(std::string_view text, Operation* operation);
  void read_successors(std::string_view text, Operation* operation);
  void read_types(std::string_view text, Operation* operation);
  void define_results(std::string_view name, Operation* operation);
  void type_results(Operation* operation);
  int type(std::string_view text);
  int derived_type(int from, std::string_view element);
  std::vector<int> types(std::string_view text);
  void skip(std::string reason);

  Kernels* kernels_;
  Function* function_ = nullptr;  ///< the one that is being read
  std::size_t module_ = 0;
  Int line_ = 0;
  std::vector<Frame> frames_;
  int too_deep_ = 0;  ///< open regions that are nested too deep to be read
  std::unordered_map<std::string_view, ValueNumber> names_;
  std::vector<std::pair<std::string_view, std::optional<ValueNumber>>>
      given_;  ///< names in the order of their definitions, with the values that they had before
  std::map<std::pair<std::size_t, std::string_view>, int> known_types_;
  std::map<std::pair<int, std::string_view>, int> derived_;
  /// The module of each type. Layouts are read last, because an alias may follow its use.
  std::vector<std::size_t> type_modules_;
  std::set<std::string> reasons_;
};

void KernelReader::skip(std::string reason) {
  // Text outside functions may be anything.
  if (is_outside()) return;
  if (reasons_.insert(reason).second) kernels_->skipped.push_back(std::move(reason));
}

void KernelReader::line(std::string_view text, Int number) {
  line_ = number;
  text = trimmed(kernels_->modules.body(text));
  if (text.empty()) return;
  if (kernels_->modules.current() != module_) {
    // A new module ends a function that was not closed.
    if (in_function()) skip(fmt::format("the module ends within @{}", function().name));
    end_functions();
    module_ = kernels_->modules.current();
    too_deep_ = 0;
  }
  if (text.starts_with("tt.func")) {
    end_functions();
    too_deep_ = 0;
    return begin_function(text);
  }
  if (!in_function()) {
    if (!text.starts_with('%')) return;
    begin_outside();
  }
  const bool opens = text.ends_with('{');
  if (too_deep_ > 0) {
    too_deep_ += (opens ? 1 : 0) - (text.front() == '}' ? 1 : 0);
    return;
  }
  if (text.front() == '}') return close(text);
  if (text.front() == '^') return label(text);
  if (opens && frames_.size() >= most_nested) {
    skip(fmt::format("line {}: regions nested deeper than {}", line_, most_nested));
    too_deep_ = 1;
    return;
  }
  operation(text);
}

void KernelReader::finish() {
  if (in_function()) skip(fmt::format("the text ends within @{}", function().name));
  end_functions();
  for (std::size_t i = 0; i < type_modules_.size(); ++i) {
    ValueType& type = kernels_->types[i];
    if (!type.tensor) continue;
    auto read = kernels_->modules.type(type_modules_[i], type.text);
    if (read) type.encoding = std::move(*read);
  }
}

// Names and types.

ValueNumber KernelReader::define(std::string_view name, int type) {
  const auto number = static_cast<ValueNumber>(function().values.size());
  function().values.push_back({name, type});
  const auto [at, is_new] = names_.try_emplace(name, number);
  given_.emplace_back(name, is_new ? std::nullopt : std::optional(at->second));
  at->second = number;
  return number;
}

ValueNumber KernelReader::lookup(std::string_view name) const {
  // `%a#1` is the second result of the operation that defines `%a`.
  const std::size_t hash = name.find('#');
  const auto found = names_.find(name.substr(0, hash));
  if (found == names_.end()) return no_value;
  if (hash == std::string_view::npos) return found->second;
  int index = 0;
  const std::string_view digits = name.substr(hash + 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const auto& values = function_->values;
  if (read.ec != std::errc() || index < 0 ||
      index >= static_cast<int>(values.size()) - found->second) {
    return no_value;
  }
  const ValueNumber number = found->second + index;
  return values[static_cast<std::size_t>(number)].name == name.substr(0, hash) ? number : no_value;
}

int KernelReader::type(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return -1;
  const auto [at, is_new] =
      known_types_.try_emplace({module_, text}, static_cast<int>(kernels_->types.size()));
  if (!is_new) return at->second;
  if (text.front() == '<') {
    // An operation on shared memory may leave out what its type begins with.
    text = kernels_->texts.emplace_back("!ttg.memdesc" + std::string(text));
  }
  kernels_->types.push_back(read_value_type(text));
  type_modules_.push_back(module_);
  return at->second;
}

/// Returns the same type with another element.
int KernelReader::derived_type(int from, std::string_view element) {
  if (from < 0) return -1;
  const ValueType& old = kernels_->types[static_cast<std::size_t>(from)];
  if (old.element_text.empty()) return -1;
  if (!old.tensor) return type(element);
  const auto [at, is_new] = derived_.try_emplace({from, element}, -1);
  if (is_new) {
    const auto begin = static_cast<std::size_t>(old.element_text.data() - old.text.data());
    at->second = type(kernels_->texts.emplace_back(
        std::string(old.text.substr(0, begin)) + std::string(element) +
        std::string(old.text.substr(begin + old.element_text.size()))));
  }
  return at->second;
}

std::vector<int> KernelReader::types(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(') && inside(text, 0).size() + 2 == text.size()) text = inside(text, 0);
  std::vector<int> numbers;
  for (std::string_view part : parts_of(text)) numbers.push_back(type(part));
  return numbers;
}

std::vector<ValueNumber> KernelReader::define_arguments(std::string_view text) {
  std::vector<ValueNumber> arguments;
  for (std::string_view part : parts_of(text)) {
    if (!part.starts_with('%')) continue;
    const std::string_view name = name_at(part, 1);
    std::string_view rest = trimmed(part.substr(1 + name.size()));
    if (rest.starts_with(':')) rest.remove_prefix(1);
    const std::size_t end = std::min(first_outside(rest, " loc("), first_outside(rest, " {"));
    arguments.push_back(define(name, type(rest.substr(0, end))));
  }
  return arguments;
}

// Functions and regions.

void KernelReader::begin_function(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::size_t open = text.find('(');
  // A declaration has no body, so it ends on its line.
  if (at == std::string_view::npos || open == std::string_view::npos || at > open ||
      !text.ends_with('{')) {
    return;
  }
  Function& added = kernels_->functions.emplace_back();
  added.name = text.substr(at + 1, open - at - 1);
  added.module = module_;
  begin(&added);
  for (std::string_view part : parts_of(inside(text, open))) {
    const auto values = define_arguments(part);
    if (values.empty()) continue;
    KernelArgument argument{.value = values.front()};
    constexpr std::string_view key = "tt.divisibility = ";
    if (const std::size_t given = part.find(key); given != std::string_view::npos) {
      const char* const begin = part.data() + given + key.size();
      Int divisibility = 1;
      const auto read = std::from_chars(begin, part.data() + part.size(), divisibility);
      if (read.ec == std::errc() && 0 < divisibility && divisibility <= most_divisibility) {
        argument.divisibility = divisibility;
      }
    }
    added.arguments.push_back(argument);
  }
}

void KernelReader::begin_outside() {
  auto& outside = kernels_->outside;
  if (outside.empty() || outside.back().module != module_) outside.emplace_back().module = module_;
  begin(&outside.back());
}

void KernelReader::begin(Function* function) {
  function_ = function;
  names_.clear();
  given_.clear();
  frames_.emplace_back();
  frames_.back().blocks.emplace_back();
}

void KernelReader::end_function() {
  std::vector<BasicBlock>& blocks = frames_.back().blocks;
  std::move(blocks.begin(), blocks.end(), std::back_inserter(function().body));
  frames_.clear();
}

/// Ends the function that is being read, and the regions that are open in it.
void KernelReader::end_functions() {
  while (in_function()) frames_.size() > 1 ? end_region() : end_function();
}

void KernelReader::push(Operation operation) {
  Frame& frame = frames_.emplace_back();
  frame.operation = std::move(operation);
  frame.names = given_.size();
  frame.blocks.emplace_back();
}

/// Adds the region that was read to its operation, and the operation to its basic block. Names that
/// the region defined get their old values back.
void KernelReader::end_region() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  while (given_.size() > frame.names) {
    const auto& [name, before] = given_.back();
    if (before) {
      names_[name] = *before;
    } else {
      names_.erase(name);
    }
    given_.pop_back();
  }
  frame.operation.regions.push_back(std::move(frame.blocks));
  block().operations.push_back(std::move(frame.operation));
}

/// Reads a line that begins with `}`: it ends a region, and perhaps the region's operation.
void KernelReader::close(std::string_view text) {
  if (frames_.size() == 1) return end_function();
  end_region();
  Operation& ended = block().operations.back();
  text = trimmed(text.substr(1));
  if (text.ends_with('{')) {
    // `} else {`, `} do {`, `}, {`: another region of the same operation.
    Operation again = std::move(ended);
    block().operations.pop_back();
    push(std::move(again));
    return;
  }
  if (const std::size_t at = last_outside(text, "loc("); at != std::string_view::npos) {
    ended.location = text.substr(at);
    text = text.substr(0, at);
  }
  // Operations in generic form, such as tt.reduce, have their types after their regions.
  if (const std::size_t at = first_outside(text, ": "); at != std::string_view::npos) {
    read_types(text.substr(at + 2), &ended);
    type_results(&ended);
  }
}

/// Reads `^bb1(%a: i32 loc(…)):`, which begins a basic block.
void KernelReader::label(std::string_view text) {
  const std::string_view name = name_at(text, 1);
  if (!block().operations.empty() || !block().arguments.empty() || !block().label.empty()) {
    frames_.back().blocks.emplace_back();
  }
  block().label = name;
  const std::size_t open = text.find('(');
  if (open == 1 + name.size()) block().arguments = define_arguments(inside(text, open));
}

/// Reads `default {` or `partition0(%a: i32) num_warps(4) {`: another region of the operation
/// before.
void KernelReader::region_of_last(std::string_view text) {
  Operation last;
  if (block().operations.empty()) {
    last.number = function().operations++;
  } else {
    last = std::move(block().operations.back());
    block().operations.pop_back();
  }
  push(std::move(last));
  const std::size_t open = text.find('(');
  if (text.starts_with("partition") && open != std::string_view::npos) {
    block().arguments = define_arguments(inside(text, open));
  }
}

// Operations.

void KernelReader::operation(std::string_view text) {
  Operation read;
  read.line = line_;
  const bool opens = text.ends_with('{');
  if (const std::size_t at = last_outside(text, " loc("); at != std::string_view::npos && !opens) {
    read.location = text.substr(at + 1);
    text = trimmed(text.substr(0, at));
  }
  // `%r = `, `%r:3 = `
  std::string_view results;
  if (text.starts_with('%')) {
    const std::size_t equals = text.find(" = ");
    if (equals == std::string_view::npos) return;
    results = text.substr(1, equals - 1);
    text = trimmed(text.substr(equals + 3));
  }
  std::size_t end = text.starts_with('"') ? text.find('"', 1) : text.find_first_of(" (<{");
  read.name = text.substr(0, end);
  if (text.starts_with('"')) {
    read.name.remove_prefix(1);
    end = end == std::string_view::npos ? end : end + 1;
  }
  std::string_view rest = end == std::string_view::npos ? std::string_view() : text.substr(end);
  if (read.name.find('.') == std::string_view::npos) {
    if (opens) region_of_last(text);
    return;
  }
  read.info = find_operation(read.name);
  if (read.info != nullptr) {
    read.op = read.info->op;
  } else {
    skip(fmt::format("{}: it is unknown and may move data", read.name));
  }
  if (read.op == Op::call)
    skip(fmt::format("{}: calls are not followed", text.substr(0, text.find('('))));
  read.number = function().operations++;

  if (opens) rest = trimmed(rest.substr(0, rest.rfind('{')));
  if (read.op == Op::for_loop && opens) return for_loop(results, rest, std::move(read));
  if (read.op == Op::while_loop && opens) return while_loop(results, rest, std::move(read));
  const bool jumps = read.op == Op::jump || read.op == Op::jump_if;
  std::string_view signature;
  if (read.op == Op::branch) {
    // %c -> (types) {
    const std::size_t arrow = first_outside(rest, "->");
    if (arrow != std::string_view::npos) read.result_types = types(rest.substr(arrow + 2));
    rest = rest.substr(0, arrow);
  } else if (const std::size_t colon = last_outside(rest, " : ");
             colon != std::string_view::npos && !jumps) {
    signature = rest.substr(colon + 3);
    rest = rest.substr(0, colon);
  }
  const std::string_view without_types =
      text.substr(0, static_cast<std::size_t>(rest.data() + rest.size() - text.data()));
  jumps ? read_successors(rest, &read) : read_operands(rest, &read);
  if (!signature.empty()) read_types(signature, &read);
  define_results(results, &read);
  type_results(&read);
  const int result_type = read.result_types.empty() ? -1 : read.result_types.front();
  read.attributes = read_attributes(read.op, without_types, kernels_->type(result_type));
  opens ? push(std::move(read)) : block().operations.push_back(std::move(read));
}

/// Reads `%a = %x, …`. Returns the names that a loop carries; their initial values become operands.
std::vector<std::string_view> KernelReader::carried_names(std::string_view list,
                                                          Operation* operation) {
  std::vector<std::string_view> names;
  for (std::string_view part : parts_of(list)) {
    const std::size_t is = part.find('=');
    if (!part.starts_with('%') || is == std::string_view::npos) continue;
    names.push_back(name_at(part, 1));
    read_operands(part.substr(is), operation);
  }
  return names;
}

/// Reads `%i = %low to %end step %s iter_args(%a = %x, …) -> (types) : i32`.
void KernelReader::for_loop(std::string_view results, std::string_view rest, Operation read) {
  constexpr std::string_view iter_args = "iter_args(";
  const std::size_t arrow = first_outside(rest, "->");
  const std::size_t colon = last_outside(rest, " : ");
  const std::size_t carried = first_outside(rest, iter_args);
  const std::string_view head = rest.substr(0, std::min({carried, arrow, colon}));
  const std::size_t equals = std::min(head.find('='), head.size());
  read_operands(head.substr(equals), &read);
  std::vector<std::string_view> names;
  if (carried != std::string_view::npos) {
    names = carried_names(inside(rest, carried + iter_args.size() - 1), &read);
  }
  if (arrow != std::string_view::npos) {
    const std::size_t end = colon != std::string_view::npos && colon > arrow ? colon : rest.size();
    read.result_types = types(rest.substr(arrow + 2, end - arrow - 2));
  }
  const std::vector<int> carried_types = read.result_types;
  define_results(results, &read);
  push(std::move(read));
  if (const std::size_t variable = head.substr(0, equals).find('%');
      variable != std::string_view::npos) {
    const int index = type(colon == std::string_view::npos ? "index" : rest.substr(colon + 3));
    block().arguments.push_back(define(name_at(head, variable + 1), index));
  }
  define_carried(names, carried_types);
}

/// Reads `(%a = %x, …) : (types) -> types`.
void KernelReader::while_loop(std::string_view results, std::string_view rest, Operation read) {
  const auto names = carried_names(inside(rest, std::min(rest.find('('), rest.size())), &read);
  if (const std::size_t colon = first_outside(rest, " : "); colon != std::string_view::npos) {
    read_types(rest.substr(colon + 3), &read);
  }
  const std::vector<int> carried_types = read.operand_types;
  define_results(results, &read);
  push(std::move(read));
  define_carried(names, carried_types);
}

void KernelReader::define_carried(const std::vector<std::string_view>& names,
                                  const std::vector<int>& types) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    block().arguments.push_back(define(names[i], i < types.size() ? types[i] : -1));
  }
}

/// Adds every `%name` of a text to the operands, and finds the mask among them.
void KernelReader::read_operands(std::string_view text, Operation* operation) {
  constexpr std::string_view mask = "mask %";
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (at + 1 >= mask.size() && text.substr(at + 1 - mask.size(), mask.size()) == mask) {
      operation->mask = static_cast<int>(operation->operands.size());
    }
    operation->operands.push_back(lookup(name_at(text, at + 1)));
  }
  if (operation->info == nullptr || operation->info->mask < 0) return;
  if (operation->info->mask < static_cast<int>(operation->operands.size())) {
    operation->mask = operation->info->mask;
  }
}

/// Reads `^bb1(%a : i32)` or `%c, ^bb1, ^bb2(%a : i32)`.
void KernelReader::read_successors(std::string_view text, Operation* operation) {
  for (std::string_view part : parts_of(text)) {
    if (!part.starts_with('^')) {
      read_operands(part, operation);
      continue;
    }
    Successor& successor = operation->successors.emplace_back();
    successor.label = name_at(part, 1);
    Operation values;
    read_operands(part.substr(1 + successor.label.size()), &values);
    successor.operands = std::move(values.operands);
  }
}

/// Reads types: `a -> b`, `a to b`, or a list.
void KernelReader::read_types(std::string_view text, Operation* operation) {
  for (std::string_view arrow : {"->", " to "}) {
    const std::size_t at = first_outside(text, arrow);
    if (at == std::string_view::npos) continue;
    operation->operand_types = types(text.substr(0, at));
    operation->result_types = types(text.substr(at + arrow.size()));
    return;
  }
  operation->operand_types = types(text);
}

/// Defines the values before an operation's `=`: "r", "r:3" (three results) or "r, %s".
void KernelReader::define_results(std::string_view names, Operation* operation) {
  const auto result_type = [&](int i) {
    const auto& types = operation->result_types;
    return i < static_cast<int>(types.size()) ? types[static_cast<std::size_t>(i)] : -1;
  };
  for (std::string_view part : parts_of(names)) {
    if (part.starts_with('%')) part.remove_prefix(1);
    const std::size_t colon = part.find(':');
    const std::string_view name = part.substr(0, colon);
    int count = 1;
    if (colon != std::string_view::npos) {
      std::from_chars(part.data() + colon + 1, part.data() + part.size(), count);
      constexpr int most_results = 1 << 12;
      constexpr std::size_t most_values = 1 << 18;
      count = std::clamp(count, 1, function().values.size() < most_values ? most_results : 1);
    }
    const ValueNumber first = define(name, result_type(operation->results));
    if (operation->first_result == no_value) operation->first_result = first;
    for (int i = 1; i < count; ++i) {
      function().values.push_back({name, result_type(operation->results + i)});
    }
    operation->results += count;
  }
}

/// Derives the types of results from the operands' types if the text has only those.
void KernelReader::type_results(Operation* operation) {
  if (operation->results > 0 && operation->result_types.empty() &&
      !operation->operand_types.empty()) {
    const int first = operation->operand_types.front();
    int result = operation->operand_types.back();
    switch (operation->op) {
      case Op::compare:
        result = derived_type(first, "i1");
        break;
      case Op::add_pointer:
        result = first;
        break;
      case Op::load: {
        const auto loaded = pointee(kernels_->type(first).element_text);
        if (loaded) result = derived_type(first, *loaded);
        break;
      }
      default:
        break;
    }
    operation->result_types = {result};
  }
  if (operation->result_types.empty() && operation->op == Op::constant) {
    operation->result_types = {type("i1")};  // `true` and `false` are printed without a type
  }
  for (int i = 0; i < operation->results && i < static_cast<int>(operation->result_types.size());
       ++i) {
    function().values[static_cast<std::size_t>(operation->first_result + i)].type =
        operation->result_types[static_cast<std::size_t>(i)];
  }
}

}  // namespace

const ValueType& Kernels::type(int number) const {
  static const ValueType unknown;
  return number < 0 ? unknown : types[static_cast<std::size_t>(number)];
}

std::vector<FoundOperation> operations_of(const Kernels& kernels, Op op) {
  std::vector<FoundOperation> found;
  for (const auto* functions : {&kernels.outside, &kernels.functions}) {
    for (const Function& function : *functions) {
      for_each_operation(function.body, [&](const Operation& operation) {
        if (operation.op == op) found.push_back({&function, &operation});
      });
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.operation->line < b.operation->line;
  });
  return found;
}

Kernels read_kernels(std::string_view text) {
  Kernels kernels;
  KernelReader reader(&kernels);
  for (Int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end), line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  reader.finish();
  return kernels;
}

}  // namespace layoutq
