#pragma once

#include <string>

#include "core/kernel/note.h"

namespace layoutq {

/// Returns the text of a note on a kernel: "gather: the pointer is loaded".
std::string text_of(const Note& note);

}  // namespace layoutq
