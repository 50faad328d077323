#pragma once

#include <QWidget>
#include <functional>

namespace fenwick::ui {

// What a panel without data shows: one line about what will appear here, and the button that makes it so (none
// where `button` is empty).
QWidget* makeEmptyState(const QString& sentence, const QString& button, std::function<void()> pressed, QWidget* parent);

}  // namespace fenwick::ui
