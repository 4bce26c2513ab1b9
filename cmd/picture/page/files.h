#pragma once

#include <string_view>

namespace layoutq {

/// The files of this folder, as CMake puts them into the program (files.cpp.in).
extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view page_js;

}  // namespace layoutq
