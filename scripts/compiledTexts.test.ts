import { parse } from '@formatjs/icu-messageformat-parser'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { compileDefinitions } from './compiledTexts.ts'

const compiled = (code: string) => compileDefinitions(code, (text) => parseAst(text) as never)
it('texts with syntax become the elements that the parser returns, others are unchanged', () => {
  const rows = '{count, plural, one {# row} other {<b>#</b> rows}}'
  expect(compiled(`defineTexts('list', { save: 'Save', rows: '${rows}', 'a b': \`{x}\`, two: '{a} ' + "b" })`)).toBe(
    `defineTexts('list', { save: "Save", rows: ${JSON.stringify(parse(rows))}, 'a b': ${JSON.stringify(parse('{x}'))}, two: ${JSON.stringify(parse('{a} b'))} })`,
  )
})

it('every definition of a module is compiled, and nothing else', () => {
  const code = `const a = defineTexts('a', { x: '{x}' }), b = { defineTexts: '{x}', c: () => defineTexts('b', { y: "it''s" }) }`
  expect(compiled(code)).toBe(
    `const a = defineTexts('a', { x: ${JSON.stringify(parse('{x}'))} }), b = { defineTexts: '{x}', c: () => defineTexts('b', { y: ${JSON.stringify(parse("it''s"))} }) }`,
  )
})

it('parentheses in texts and comments do not end a call', () => {
  expect(compiled(`defineTexts('a', { x: 'a) {y}', /* ) */ z: "it\\"s)" // )\n}); f(')')`)).toBe(
    `defineTexts('a', { x: ${JSON.stringify(parse('a) {y}'))}, /* ) */ z: "it\\"s)" // )\n}); f(')')`,
  )
})

it('a text that is not a literal stops the build', () => {
  expect(() => compiled(`defineTexts('a', { x: name })`)).toThrow('A text is not a literal: x: name')
  expect(() => compiled('defineTexts("a", { ...more })')).toThrow('A text is not a literal: ...more')
})
