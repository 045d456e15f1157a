import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { oldestBrowsers } from '../oldestBrowsers.ts'
import { bundleUses, topLevelAwaits } from './bundle.ts'
import { lackedBy, type Use } from './compat.ts'
import { interfaceUses } from './interfaces.ts'
import { styleUses } from './styles.ts'

const lacked = (uses: Use[]) => [
  ...new Set(uses.filter((use) => lackedBy(use).length > 0).map(({ feature }) => feature.join('.'))),
]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sextant-support-')))
afterAll(() => rmSync(folder, { recursive: true }))

/** Features that a source file uses and an oldest browser lacks. */
function lackedBySource(code: string, language = 'esnext'): string[] {
  const [config, file] = [join(folder, 'tsconfig.json'), join(folder, 'code.tsx')]
  const compilerOptions = {
    target: 'esnext',
    lib: [language, 'dom', 'dom.iterable', 'dom.asynciterable'],
    jsx: 'preserve',
    types: [],
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['code.tsx'] }))
  writeFileSync(file, `export {}\n${code}`)
  return lacked(interfaceUses(config, (path) => path === file))
}

describe('interfaces', () => {
  it.each([
    [
      'const { body } = await fetch("/"); if (body) for await (const part of body) part.at(0)',
      ['api.ReadableStream.@@asyncIterator'],
    ],
    ['void Promise.try(() => 1)', ['javascript.builtins.Promise.try']],
    ['new Map([[1, 2]]).values().map(String)', ['javascript.builtins.Iterator.map']],
    ['Float32Array.from([1]).map(Math.sqrt).toSorted()', []],
    ['document.startViewTransition?.(() => undefined)', ['api.Document.startViewTransition']],
    ['[1].map(String); Promise.withResolvers(); Map.groupBy([1], String)', []],
    ['const { body } = await fetch("/"); body?.getReader()', []],
    ['for (const [key] of new URLSearchParams("a=1")) key.at(0)', []],
    ['URL.createObjectURL(new Blob([]))', []],
    ['const startViewTransition = () => 1; startViewTransition()', []],
    [
      'declare namespace JSX { interface IntrinsicElements { div: object } }; (<div popover="auto" />)',
      ['html.global_attributes.popover'],
    ],
  ])('%s', (code, features) => {
    expect(lackedBySource(code)).toEqual(features)
  })

  it('are found if the compiler does not know them', () => {
    const code = 'const mine = { try: 1 }; void [Promise.try(() => 1), mine.try, Promise.resolve(1)]'
    expect(lackedBySource(code, 'es2024')).toEqual(['javascript.builtins.Promise.try'])
  })
})

describe('built scripts', () => {
  it.each([
    ['Promise.try(()=>1)', ['javascript.builtins.Promise.try']],
    ['Promise.withResolvers();a.try(()=>1)', []],
  ])('%s', (code, features) => {
    expect(lacked(bundleUses('built.js', code))).toEqual(features)
  })
})

it.each([
  ['import"./a.js";\nrender(await load())', [2]],
  ['import"./a.js";for await(const b of c())d(b)', [1]],
  ['const a=async()=>await b();async function c(){for await(const d of e())f(d)}', []],
  ['class A{async load(){return await this.b}}', []],
])('top-level await of %s', (code, lines) => {
  expect(topLevelAwaits(code)).toEqual(lines)
})

describe('built styles', () => {
  it.each([
    ['.a{field-sizing:content}', ['css.properties.field-sizing', 'css.properties.field-sizing.content']],
    ['@supports (field-sizing:content){.a{field-sizing:content}}.b{color:red}', []],
    ['.a{user-select:none}', ['css.properties.user-select']],
    ['.a{-webkit-user-select:none;user-select:none}', []],
    ['.a{color:light-dark(red,blue)}', ['css.types.color.light-dark']],
    ['@starting-style{.a{opacity:0}}', ['css.at-rules.starting-style']],
    ['.a:has(b){color:red}.a::details-content{color:red}', ['css.selectors.details-content']],
    ['@container (min-width:300px){.a{height:100dvh;width:1cqw}}', []],
  ])('%s', (code, features) => {
    expect(lacked(styleUses('built.css', code))).toEqual(features)
  })
})

it('README names the oldest browsers', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
  const { chrome, edge, firefox, safari } = oldestBrowsers
  expect(text).toContain(`Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} and Safari ${safari}`)
})
