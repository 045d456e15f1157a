import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useToasts } from '../../../ui/toast.ts'
import { readAddress } from '../address.ts'
import { databaseOf, showLab, tabOf } from '../testing/showLab.tsx'
import { useLab } from './lab.ts'
import { labTexts } from './labTexts.ts'
import type { LabTab } from './labTypes.ts'
import { openFromAddress } from './openFromAddress.ts'

const saved = {
  id: 5,
  label: 'Totals',
  description: null,
  schema: 'shop',
  sql: 'SELECT 5',
  database: { id: 2, database_name: 'Weather' },
  template_parameters: '{"a": 1}',
}
const answers = {
  '/api/v1/saved_query/5': { id: 5, result: saved },
  '/api/v1/saved_query/6': 404,
  '/savedqueryviewapi/api/get/6': {
    result: { label: 'Of Ada', db_id: 2, schema: null, sql: 'SELECT 6', template_parameters: '{"c": 3}' },
  },
  '/api/v1/query/7': {
    result: { sql: 'SELECT 7', schema: 'shop', database: { id: 2, database_name: 'Weather' }, tab_name: 'Old' },
  },
  '/kv/8/': { dbId: 2, name: 'Shared', schema: 'shop', sql: 'SELECT 8', templateParams: '{"b": 2}' },
  '/api/v1/dataset/9': {
    id: 9,
    result: { id: 9, database: { id: 2 }, schema: 'shop', sql: null, table_name: 'order lines' },
  },
  '/api/v1/dataset/10': {
    id: 10,
    result: { id: 10, database: { id: 2 }, schema: 'shop', sql: 'SELECT 10', table_name: 'virtual' },
  },
}
const databases = [databaseOf(), databaseOf({ id: 2, database_name: 'Weather' })]

async function open(search: string): Promise<LabTab | undefined> {
  showLab(null, { answers, databases })
  await openFromAddress(readAddress(search).start)
  return useLab.getState().tabs.at(-1)
}

it.each<[string, Partial<LabTab>]>([
  ['?new=true', { label: 'Untitled Query 2', databaseId: 1, schema: 'shop' }],
  [
    '?savedQueryId=5',
    { label: 'Totals', databaseId: 2, schema: 'shop', sql: 'SELECT 5', savedQueryId: 5, templateParams: '{"a": 1}' },
  ],
  // a colleague's query is opened as a copy
  [
    '?savedQueryId=6',
    { label: 'Of Ada', databaseId: 2, sql: 'SELECT 6', savedQueryId: null, templateParams: '{"c": 3}' },
  ],
  ['?queryId=7', { label: 'Old', databaseId: 2, schema: 'shop', sql: 'SELECT 7' }],
  ['?id=8', { label: 'Shared', databaseId: 2, schema: 'shop', sql: 'SELECT 8', templateParams: '{"b": 2}' }],
  ['?datasourceKey=9__table', { databaseId: 2, schema: 'shop', sql: 'SELECT *\nFROM shop."order lines"' }],
  ['?datasourceKey=10__table', { databaseId: 2, schema: 'shop', sql: 'SELECT 10' }],
  [
    '?sql=SELECT+1&dbid=2&schema=shop&name=Mine&autorun=true',
    { label: 'Mine', databaseId: 2, schema: 'shop', sql: 'SELECT 1' },
  ],
  ['?sql=SELECT+1&dbname=Weather', { databaseId: 2, sql: 'SELECT 1' }],
  ['?db=true', { databaseId: 2 }],
])('%s opens a new tab', async (search, expected) => {
  expect(await open(search)).toMatchObject(expected)
  expect(useLab.getState().tabs).toHaveLength(2)
  // nothing runs automatically
  expect(useLab.getState().queries).toEqual({})
})

it.each([
  ['?savedQueryId=404', labTexts.noQuery],
  ['?queryId=404', labTexts.noQuery],
  ['?datasourceKey=404__table', labTexts.noDatasource],
])('%s that cannot be loaded shows a message', async (search, text) => {
  await open(search)
  await waitFor(() => expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual([{ text }]))
  expect(useLab.getState().tabs).toEqual([tabOf()])
})

it('an address without a request opens a tab only if there is none', async () => {
  await open('?keep=1')
  expect(useLab.getState().tabs).toHaveLength(1)
  showLab(null, { tabs: [], databases })
  await openFromAddress(readAddress('').start)
  expect(useLab.getState().tabs).toMatchObject([{ label: 'Untitled Query 1' }])
})
