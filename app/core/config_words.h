#pragma once

#include <QString>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace fenwick::app {

// What settings, presets and the kinds of a choice say of themselves (model/config: English, without Qt), in the window's language.
QString translated(const std::string& text);

// Every such text once: what resources/translations/list_config_texts.cpp lists for lupdate, and what the tests ask translations of.
std::vector<std::string> configTexts();

// "MLP, softmax: softmax over levels …", for a word that names a λ head, a mixer or a task; empty for any other.
QString wordHelp(const model::Field& field, const std::string& word);

}  // namespace fenwick::app
