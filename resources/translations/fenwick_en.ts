<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>fenwick::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n entry(ies) taken off that no longer exist(s)</source>
        <translation>
            <numerusform>%n entry taken off that no longer exists</numerusform>
            <numerusform>%n entries taken off that no longer exist</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListModel</name>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupPanel</name>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation>
            <numerusform>%Ln setting differs from the preset</numerusform>
            <numerusform>%Ln settings differ from the preset</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln layer</numerusform>
            <numerusform>%Ln layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln head(s)</source>
        <translation>
            <numerusform>%Ln head</numerusform>
            <numerusform>%Ln heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupSection</name>
    <message numerus="yes">
        <source>%Ln setting(s) to mend</source>
        <translation>
            <numerusform>%Ln setting to mend</numerusform>
            <numerusform>%Ln settings to mend</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation>
            <numerusform>%Ln setting differs from the preset</numerusform>
            <numerusform>%Ln settings differ from the preset</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::StatusStrip</name>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WatchedDialog</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
</TS>
