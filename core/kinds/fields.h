#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

/// How a kind lists its parameters. `visit_fields(kind, visitor)`, in the kind's header, lists them
/// once, in the order in which MLIR prints them. Readers and printers of layouts are visitors,
/// which have the functions
///
///     field(names, member)                 a required parameter
///     optional(names, member, value)       a parameter with a default, which is not printed
///     shown(names, member, value)          a parameter with a default, which is printed, too
///     tiles_per_warp(names, member)        optional; all 1 is the same as empty, the default
///     covered(names, shape, bases)         the shape that the bases cover, read from them if the
///                                          text does not give it
///     cluster(names, cga_layout)           where the CTAs lie; not printed for a single CTA
///     version(names, major, minor)         two numbers in MLIR, a list in Python
///     tiles(names, wmma)                   the tiles of an AmdWmma, in one of two forms
///     after_braces(names, member, value)   like shown, but after the braces in MLIR
///     padded(padded)                       all of a PaddedShared, in one of two forms
namespace layoutq {

/// The names of a parameter in Triton's MLIR and in Gluon's Python.
struct FieldNames {
  std::string_view mlir;    ///< empty if MLIR does not have the parameter
  std::string_view python;  ///< also in JSON
  int position;             ///< its position among Python's arguments
};

/// True for a kind and for the same kind as const: readers change it, printers do not.
template <class Given, class Kind>
concept either_const = std::same_as<std::remove_const_t<Given>, Kind>;

}  // namespace layoutq
