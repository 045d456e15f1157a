import { describe, expect, it } from 'vitest'
import type { PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import { dialects } from '../index.ts'

/** Title, table and estimated rows of each step, indented by its depth. */
const outline = (steps: readonly PlanStep[], depth = 0): string[] =>
  steps.flatMap(({ title, subject, rows, children }) => [
    `${'  '.repeat(depth)}${[title, subject, rows].filter((part) => part !== '' && part !== null).join(' | ')}`,
    ...outline(children, depth + 1),
  ])

const postgres = [
  {
    Plan: {
      'Node Type': 'Aggregate',
      'Plan Rows': 200,
      'Total Cost': 40.1,
      Plans: [{ 'Node Type': 'Seq Scan', 'Relation Name': 'orders', 'Plan Rows': 2000, Filter: '(amount > 1)' }],
    },
  },
]
const duckdb = [
  {
    name: 'PROJECTION',
    extra_info: { 'Estimated Cardinality': '10' },
    children: [
      {
        name: 'PROJECTION',
        extra_info: { Projections: '__internal_decompress_string(#0)' },
        children: [{ name: 'SEQ_SCAN ', extra_info: { Table: 'memory.main.orders', Filters: 'a>1' }, children: [] }],
      },
    ],
  },
]
const mysql = {
  query_block: {
    select_id: 1,
    cost_info: { query_cost: '1.20' },
    grouping_operation: { using_filesort: false, table: { table_name: 'orders', rows_examined_per_scan: 7 } },
  },
}
const trino = { 0: { id: '6', name: 'Output', children: [{ id: '7', name: 'TableScan', children: [] }] } }

describe.each([
  ['postgresql', [{ 'QUERY PLAN': JSON.stringify(postgres) }], ['Aggregate | 200', '  Seq Scan | orders | 2000']],
  ['postgresql', [{ 'QUERY PLAN': postgres }], ['Aggregate | 200', '  Seq Scan | orders | 2000']],
  ['duckdb', [{ explain_key: 'p', explain_value: JSON.stringify(duckdb) }], ['PROJECTION | 10', '  SEQ SCAN | orders']],
  ['mysql', [{ EXPLAIN: JSON.stringify(mysql) }], ['query block', '  grouping operation', '    table | orders | 7']],
  ['trino', [{ 'Query Plan': JSON.stringify(trino) }], ['Output', '  TableScan']],
  [
    'sqlite',
    [
      { id: 3, parent: 0, detail: 'SCAN orders USING INDEX day' },
      { id: 5, parent: 0, detail: 'USE TEMP B-TREE FOR GROUP BY' },
      { id: 6, parent: 3, detail: 'SEARCH lines' },
    ],
    ['SCAN | orders', '  SEARCH | lines', 'USE TEMP B-TREE FOR GROUP BY'],
  ],
])('%s', (name, rows, expected) => {
  it('reads its query plan as a tree', () => {
    expect(outline(dialects[name]?.plan?.read(rows) ?? [])).toEqual(expected)
  })

  it('reads a response without a plan as no plan', () => {
    expect(dialects[name]?.plan?.read([])).toEqual([])
  })
})
