#include "cmd/flags/named_layouts.h"

#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/read.h"
#include "core/kinds/description.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

/// Splits FILE#name. Returns nullopt for the text of a layout and for a name without a file.
std::optional<std::pair<std::string_view, std::string_view>> file_and_name(std::string_view text) {
  const std::size_t hash = text.rfind('#');
  if (hash == 0 || hash == std::string_view::npos) return std::nullopt;
  if (text.find_first_of("<(={ ") != std::string_view::npos) return std::nullopt;
  return std::pair(text.substr(0, hash), text.substr(hash + 1));
}

}  // namespace

AnyDescription read_named(const std::string& what, std::string_view text,
                          const std::optional<DumpFile>& file) {
  const auto elsewhere = file_and_name(text);
  if (!elsewhere) return read_any_description(what, text, file ? &file->dump() : nullptr);
  const DumpFile other(elsewhere->first);
  if (other.dump().find(elsewhere->second) == nullptr) {
    throw Error(fmt::format("{}: {} has no {} ({})", what, other.name(),
                            printable(elsewhere->second), other.names()));
  }
  return read_any_description(what, elsewhere->second, &other.dump());
}

std::variant<LayoutPair, SharedPair> read_any_pair(const CommandLine& line,
                                                   const std::optional<DumpFile>& file) {
  const auto& words = line.words();
  if (words.size() != 2) {
    throw Error(
        fmt::format("expected 2 layouts, but got {}: each is a text in single quotes, a name in "
                    "--from's file, or FILE#name",
                    words.size()));
  }
  const AnyDescription first = read_named("layout " + printable(words[0]), words[0], file);
  const AnyDescription second = read_named("layout " + printable(words[1]), words[1], file);
  if (first.index() != second.index()) {
    throw Error(
        "one layout is of registers and the other in shared memory: give two of the same sort");
  }
  if (rank(first) != rank(second)) {
    throw Error(fmt::format("the layouts have {} and {} dimensions, but must have equally many",
                            rank(first), rank(second)));
  }
  std::optional<Shape> shape;
  std::string element;
  std::string_view what = "--shape";
  const auto tensor = line.get("--tensor");
  const auto text = line.get("--shape");
  if (tensor) {
    not_both(line, "--tensor", {"--shape"});
    what = "--tensor's shape";
    const TensorType type = read_tensor("--tensor", *tensor, file ? &file->dump() : nullptr);
    if (type.layout) {
      throw Error("--tensor has a layout: leave it out, as in 'tensor<16x16xf16>'");
    }
    shape = without_count(first, type.shape);
    element = type.element;
  } else if (text) {
    shape = read_list("--shape", *text, {1, max_extent + 1});
  } else {
    shape = covered_shape(first);
    const Shape other = covered_shape(second);
    for (int d = 0; d < other.rank(); ++d) (*shape)[d] = std::max((*shape)[d], other[d]);
    what = "shape (by default)";
  }
  if (const auto* shared = std::get_if<SharedDescription>(&first)) {
    SharedPair pair{on_shape(what, *shared, shape),
                    on_shape(what, std::get<SharedDescription>(second), shape)};
    pair.first.element = element;
    return pair;
  }
  LayoutPair pair{on_shape(what, std::get<Description>(first), shape),
                  on_shape(what, std::get<Description>(second), shape)};
  pair.first.element = element;
  return pair;
}

LayoutPair read_pair(const CommandLine& line, const std::optional<DumpFile>& file) {
  auto any = read_any_pair(line, file);
  if (std::holds_alternative<SharedPair>(any)) {
    throw Error("the layouts are in shared memory: give two layouts of registers to convert");
  }
  return std::get<LayoutPair>(std::move(any));
}

std::optional<std::string> different_threads(const Description& first, const Description& second) {
  const auto differ = [](Int a, Int b, std::string_view what,
                         std::string_view of) -> std::optional<std::string> {
    if (a == b) return std::nullopt;
    return fmt::format("{} in a {}, but the other has {}", counted(a, what), of, b);
  };
  if (auto lanes_differ = differ(lanes(first), lanes(second), "lane", "warp")) return lanes_differ;
  if (auto warps_differ = differ(warps(first), warps(second), "warp", "CTA")) return warps_differ;
  return differ(blocks(first), blocks(second), "CTA", "cluster");
}

}  // namespace layoutq
