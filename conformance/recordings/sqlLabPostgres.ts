import type { Entry, Exception } from './decisions.ts'
import { because, ofRun, otherType, ran, refused } from './sqlLab.ts'

/**
 * Calls of SQL Lab that use features only PostgreSQL has: its types, messages, plans, and statements that change
 * tables. They are replayed on a PostgreSQL server, as they were recorded.
 */

const but = (ignore: string[], why: string): Exception => ({ ignore: [...ofRun, ...ignore], why: `${because}; ${why}` })

/** An error of a query: the original responds with 500, this server with 400. */
const told: Exception = {
  status: 400,
  ignore: ['message', 'position'],
  why: 'here an error of a query is 400, without the prefix of the driver',
}

const asManyRows = but(['executedSql'], 'here the new table has as many rows as the limit, not one more')

export const sqlLabOnPostgres: [folder: string, names: Entry[]][] = [
  [
    'sqllab',
    [
      ['execute-ok', ran],
      [
        'execute-types',
        but(
          ['tz', 'j', 'type'],
          'here times have no zone, JSON is JSON, and arrays, bytes and UUIDs have their own types',
        ),
      ],
      ['execute-limit-reached', ran],
      ['execute-error-column', refused(400)],
      ['execute-error-table', otherType(400, 'here a missing table has its own type, and a place in the text')],
      ['execute-error-syntax', otherType(400, 'here an unknown word is a syntax error')],
      ['execute-error-division', told],
      ['execute-multi-statement-error', refused(400)],
      ['execute-explain', ran],
      ['execute-show', { status: 400, ignore: 'all', why: 'here settings of the server are not shown' }],
      ['execute-no-rows', but(['columns', 'selected_columns'], 'here the columns of an empty result are known')],
      ['execute-ctas-ok', asManyRows],
      ['execute-cvas-ok', asManyRows],
      ['execute-ctas-exists', told],
      ['execute-ctas-not-select', refused(400)],
      [
        'execute-ctas-multi',
        but(['executedSql', 'statements'], 'here each statement has its own result, and its limit'),
      ],
      ['execute-dml-allowed', ran],
      ['execute-dml-ddl', { status: 403, ignore: 'all', why: 'here tables are created from queries only' }],
      ['execute-dml-then-select', told],
      'estimate-flag-off',
      ['flags-estimate-ok', { ignore: ['Total cost'], why: 'here the table has fewer rows' }],
      [
        'flags-estimate-error',
        { status: 400, ignore: ['error'], why: 'here the text is that of the contract, with status 400' },
      ],
    ],
  ],
]
