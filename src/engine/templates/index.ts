import { DEFAULT_LIMITS, type Limits, withLimits } from './budget.ts'
import { checkedVariable } from './convert.ts'
import { freeNames } from './freeNames.ts'
import { globals } from './globals.ts'
import { Interpreter } from './interpreter.ts'
import { type MacroContext, type MacroEffects, macroFilters, macros } from './macros.ts'
import { parseTemplate } from './parser.ts'
import type { Text } from './text.ts'
import type { Value } from './values.ts'

/** Whether a text contains template syntax. */
export const isTemplate = (text: string): boolean => /\{[{%#]/.test(text)

/** Names that a template reads and nothing defines: no macro, no variable and no assignment. @throws TemplateFault */
export function unknownNames(
  template: string,
  variables: Iterable<readonly [string, Value]>,
  context: MacroContext,
  effects: MacroEffects,
): string[] {
  const known = [...globals(), ...macros(context, effects), ...variables].map(([name]) => name)
  return withLimits(DEFAULT_LIMITS, () => freeNames(parseTemplate(template), new Set(known)))
}

/**
 * Renders a SQL template: a sandboxed dialect of Jinja. It sees only the variables and macros that are passed to it and
 * no host object. Steps, depth and text size are limited, so it may run in any process. Characters that came with the
 * request stay marked in the result (see `standAsValues`).
 * @throws TemplateFault
 */
export function renderTemplate(
  template: string,
  variables: Iterable<readonly [string, Value]>,
  context: MacroContext,
  effects: MacroEffects,
  limits: Limits = DEFAULT_LIMITS,
): Text {
  return withLimits(limits, () => {
    const all = new Map<string, Value>(macros(context, effects))
    for (const [name, value] of variables) all.set(name, checkedVariable(name, value))
    return new Interpreter(all, macroFilters(context)).run(parseTemplate(template))
  })
}
