// The tables of the explanation, which are written short since they are long, as lists of objects.

// The explanation with its `tokens`, `tree` and the steps' sentences written out; docs/explain.md says what
// the short form means.
export function unpacked(explanation) {
    const { token_kinds: kinds, channels, rule_names: rules, sentences } = explanation;
    const tokens = explanation.tokens.map(([kind, start, end, channel, macro, text]) => ({
        kind: kinds[kind],
        source: [start, end],
        channel: channels[channel ?? 0],
        origin: macro === undefined ? "file" : "macro",
        macro,
        text,
    }));
    const tree = explanation.tree.map(([rule, parent, first, end, ...through]) => ({
        rule: rules[rule],
        parent: parent < 0 ? undefined : parent,
        tokens: [first, end],
        through: through.map((each) => rules[each]),
    }));
    const dialects = Object.fromEntries(Object.entries(explanation.dialects).map(([name, dialect]) => [name, {
        ...dialect,
        steps: dialect.steps?.map((step) => ({ ...step, says: sentences[step.says], phase: step.phase ?? "reading" })),
    }]));
    return { ...explanation, tokens, tree, dialects };
}
