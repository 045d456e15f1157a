import { CompletionContext } from '@codemirror/autocomplete'
import { sql } from '@codemirror/lang-sql'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { completionSource } from './completionSource.ts'
import type { Catalog } from './completions.ts'

const catalog = (isPart: boolean): Catalog => ({
  schemas: async () => ['shop'],
  tables: async () => ({ names: ['customers'], isPart }),
  columns: async () => [],
  openTables: () => [],
  quote: (name) => name,
})

/** The completions at the end of a text. */
async function offered(text: string, isPart = false) {
  const state = EditorState.create({ doc: text, extensions: [sql()] })
  const source = completionSource(undefined, () => catalog(isPart))
  return source(new CompletionContext(state, text.length, false))
}

it('offers names, keywords and schemas for the word at the cursor', async () => {
  const result = await offered('select * from cu')
  const labels = result?.options.map(({ label }) => label) ?? []
  expect(labels).toEqual(expect.arrayContaining(['customers', 'shop', 'CURSOR']))
  expect(result?.from).toBe('select * from '.length)
})

it.each([
  ['a text', "select 'cu"],
  ['a comment', '-- cu'],
  ['nothing typed', 'select '],
])('offers nothing in %s', async (_what, text) => {
  expect(await offered(text)).toBeNull()
})

it('a complete list is filtered by further letters; a longer list is requested again', async () => {
  const isValid = async (isPart: boolean) => (await offered('select * from cu', isPart))?.validFor !== undefined
  expect(await isValid(false)).toBe(true)
  expect(await isValid(true)).toBe(false)
})
