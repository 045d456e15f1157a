import { expect, it } from 'vitest'
import { DEFAULT_LIMITS, withLimits } from './budget.ts'
import { freeNames } from './freeNames.ts'
import { parseTemplate } from './parser.ts'

const free = (template: string) =>
  withLimits(DEFAULT_LIMITS, () => freeNames(parseTemplate(template), new Set(['current_username', 'given'])))

it.each<[string, string[]]>([
  ['select 1', []],
  ["select '{{ nope }}'", ['nope']],
  ['{{ given }} {{ current_username() }}', []],
  ['{{ a }} {{ b.c }} {{ a }}', ['a', 'b']],
  ['{% set a = other %}{{ a }}', ['other']],
  ['{% for row in rows %}{{ row }} {{ loop.index }}{% endfor %}', ['rows']],
  ['{% for key, value in pairs %}{{ key }}{{ value }}{% endfor %}', ['pairs']],
  ['{% macro m(x) %}{{ x }}{% endmacro %}{{ m(y) }}', ['y']],
  ['{% if a is defined %}{{ b }}{% endif %}', ['a', 'b']],
])('%s', (template, expected) => {
  expect(free(template)).toEqual(expected)
})
