import { expect, it } from 'vitest'
import { asksForTab, readAddress, sourceOf } from './address.ts'

it.each([
  ['', false, ''],
  ['?new=true', true, ''],
  ['?savedQueryId=3&lang=de', true, '?lang=de'],
  ['?queryId=4', true, ''],
  ['?id=12', true, ''],
  ['?datasourceKey=1__table&sql=select+1', true, ''],
  ['?sql=select+1&dbid=1&schema=main&autorun=true&name=Mine', true, ''],
  ['?dbname=examples&sql=x', true, ''],
  ['?db=true', true, ''],
  ['?reset=1', false, '?reset=1'],
  ['?standalone=1&x=a%20b', false, '?standalone=1&x=a+b'],
])('%s requests a tab: %s, and leaves %j', (search, asks, rest) => {
  const address = readAddress(search)
  expect(asksForTab(address.start)).toBe(asks)
  expect(address.rest).toBe(rest)
})

it('reads every parameter', () => {
  const { start } = readAddress('?sql=select+%27a%26b%27&dbid=2&dbname=d&schema=s&name=n&autorun=1&savedQueryId=x')
  expect(start).toMatchObject({
    sql: "select 'a&b'",
    databaseId: 2,
    databaseName: 'd',
    schema: 's',
    name: 'n',
    savedQueryId: undefined,
  })
})

it.each([
  ['7__table', { id: 7, type: 'table' }],
  ['7__query', { id: 7, type: 'query' }],
  ['7__view', undefined],
  ['x', undefined],
])('%s contains the source %j', (key, source) => expect(sourceOf(key)).toEqual(source))
