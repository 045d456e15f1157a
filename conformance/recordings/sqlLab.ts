import { type Entry, type Exception, infoFields, withoutDefect } from './decisions.ts'

/** SQL Lab: the editor's calls in the order in which they were recorded. */

/** Fields of a query that are different in every run. */
export const ofRun = [
  'query_id',
  'queryId',
  'serverId',
  'startDttm',
  'endDttm',
  'changedOn',
  'cancel_query',
  'resultsKey',
  'start_time',
  'end_time',
  'start_running_time',
  'results_key',
]
export const because = 'ids and times of the run; here results are always stored'
export const ran: Exception = { ignore: ofRun, why: because }
const but = (ignore: string[], why: string): Exception => ({ ignore: [...ofRun, ...ignore], why: `${because}; ${why}` })
const maximum = but(['limit', 'executedSql'], 'the largest limit is one row more in the original')
const types = but(['type'], 'types of the embedded engine')
const noColumns = but(['columns', 'selected_columns'], 'here the columns of an empty result are known')
const several = but(['statements'], 'here each statement has its own result')

/** An error of the request, to which the original responds with 500. */
export const refused = (status: number, why = 'the original answers 500 to an error of the request'): Exception => ({
  status,
  ignore: ['message', 'engine_name', 'level', 'extra', 'issue_codes'],
  why,
})
const missing: Exception = { status: 404, ignore: ['message', 'issue_codes'], why: 'the original answers 500' }
export const otherType = (status: number, why: string): Exception => ({ ...refused(status, why), ignore: ['errors'] })
const later: Exception = { status: 200, ignore: 'all', why: 'a call of later versions' }
const history: Exception = {
  ignore: [...ofRun, 'count', 'ids', 'result', 'rows'],
  why: 'the recorder also ran queries of other calls',
}
const always: Exception = { status: 410, ignore: 'all', why: 'here results are always stored; this key is unknown' }
const ownOnly: Exception = { status: 403, ignore: 'all', why: 'here nobody reads the results of other users' }

const counted = but(['data', 'columns', 'selected_columns'], 'the embedded engine names count(*) in another way')
const countedFile: Exception = { ignore: 'all', why: 'the embedded engine names count(*) in another way' }
const atOnce: Exception = {
  status: 200,
  ignore: 'all',
  why: 'here a query of a database without asynchronous execution runs at once',
}

const fromQuery: Exception = { unordered: true, ignore: [...ofRun, 'type'], why: 'types of the embedded engine' }

const listed: Exception = { unordered: true, why: 'the order of names depends on the collation of the database' }

export const sqlLab: [folder: string, names: Entry[]][] = [
  ['query', ['list-default', 'distinct-status', 'info-admin', 'info-alpha', 'info-gamma', 'info-permissions']],
  ['saved_query', ['list-default', 'distinct-schema']],
  ['legacy', ['queries-since', 'search_queries', 'extra_table_metadata', ['tables', listed]]],
  [
    'legacy',
    [
      ['sqllab_viz', fromQuery],
      'sqllab_viz-exists',
      'sqllab_viz-missing-db',
      ['sqllab_viz-missing-fields', { ignore: ['message'], why: 'without the spelling mistake' }],
      'get_or_create_table',
    ],
  ],
  ['dataset', [['item-sqllab-viz', fromQuery]]],
  [
    'saved_query',
    [
      'list-alpha',
      'list-gamma',
      'list-other-user',
      ['info-admin', infoFields],
      'info-alpha',
      'info-gamma',
      'info-permissions',
      'create-ok',
      'item',
      'item-missing',
      'item-other-user',
      'list-filter-all-text',
      'list-filter-fav',
      'related-database',
      'distinct-schema-one',
      'export-missing',
      'export-headers',
      'create-unknown-field',
      ['create-unknown-db', { ignore: ['message'], why: 'the text of PostgreSQL' }],
      'create-empty',
      'list-one',
      'update-ok',
    ],
  ],
  ['legacy', ['savedqueryviewapi-get']],
  [
    'saved_query',
    [
      'update-missing',
      'create-gamma',
      'create-gamma_sqllab',
      'bulk-delete',
      'import-no-file',
      'import-not-a-zip',
      ['import-empty-zip', withoutDefect(400)],
      'import-no-metadata',
      'import-wrong-type',
      'import-wrong-version',
      'import-not-multipart',
      'import-gamma',
      'delete-ok',
      'delete-missing',
    ],
  ],
  [
    'tabstate',
    [
      'post',
      'get',
      'get-other-user',
      'put',
      'activate',
      'activate-missing',
      'table-post',
      'table-expanded',
      'get-with-table',
      'table-delete',
    ],
  ],
  [
    'sqllab',
    [
      ['bootstrap-not-in-2.1', later],
      ['format-not-in-2.1', later],
      ['execute-ok', counted],
      ['execute-duplicate-client-id', { status: 409, ignore: ['level', 'extra'], why: 'the original answers 500' }],
      ['execute-limit-reached', types],
      ['execute-limit-in-sql', ran],
      ['execute-limit-larger-in-sql', ran],
      ['execute-error-column', refused(400)],
      ['execute-error-table', otherType(400, 'the gate knows the tables of the embedded database')],
      ['execute-error-syntax', otherType(400, 'here an unknown word is a syntax error')],
      ['execute-multi-statement', several],
      ['execute-multi-statement-error', refused(400)],
      ['execute-comment-only', refused(400)],
      ['execute-empty', refused(400)],
      ['execute-trailing-semicolon', ran],
      ['execute-dml-refused', refused(403)],
      ['execute-dml-create', refused(403)],
      ['execute-explain', but(['data', 'columns', 'selected_columns', 'rows'], 'the plan of another engine')],
      ['execute-with', ran],
      ['execute-duplicate-columns', ran],
      ['execute-no-rows', noColumns],
      ['execute-unicode', ran],
      ['execute-template-ok', ran],
      ['execute-template-params', ran],
      ['execute-template-undefined', refused(400)],
      ['execute-template-error', refused(400)],
      ['execute-template-params-bad', refused(400)],
      ['execute-unknown-database', missing],
      ['execute-schema-null', ran],
      ['execute-limit-null', maximum],
      ['execute-limit-0', ran],
      ['execute-minimal', but(['id', 'limit', 'executedSql'], 'the client sent no id')],
      'execute-missing-fields',
      'execute-unknown-field',
      'execute-gamma',
      ['execute-gamma_sqllab', ran],
      ['execute-table-access-refused', missing],
      ['execute-async', atOnce],
      'execute-forbidden',
      ['execute-ctas-not-allowed', { status: 403, ignore: 'all', why: 'the original creates the table' }],
      ['export-csv', countedFile],
      ['export-csv-other-user', ownOnly],
      'export-csv-missing',
      ['results-no-backend', always],
      ['results-no-key', { ignore: ['message'], why: 'the rest of the message is the text of a JSON schema library' }],
      ['legacy-sql_json', ran],
      ['legacy-csv', countedFile],
      ['legacy-results', always],
      'legacy-stop_query',
      ['estimate-missing-db', withoutDefect(404)],
      ['estimate-sql-not-json', withoutDefect(400)],
      ['flags-execute-with-results-backend', but(['id'], 'an id for each call')],
      ['flags-results-ok', but(['id'], 'an id for each call')],
      ['flags-results-rows', but(['id'], 'an id for each call')],
      ['flags-results-legacy', but(['id'], 'an id for each call')],
      'flags-results-other-user',
      'flags-results-unknown',
      'flags-export-csv',
    ],
  ],
  [
    'query',
    [
      ['item', ran],
      'item-missing',
      ['list-some', history],
      ['list-gamma', history],
      'list-filter-sql',
      ['list-filter-status', history],
      ['list-filter-user', history],
      'list-order-bad',
      'related-database',
      ['related-user', { ignore: ['count', 'result'], why: 'this site has other users' }],
      ['updated-since', history],
      [
        'updated-since-no-q',
        { ignore: ['message'], why: 'the rest of the message is the text of a JSON schema library' },
      ],
      'stop',
      'stop-missing',
      ['stop-no-id', withoutDefect(400)],
    ],
  ],
  ['tabstate', ['migrate-query', 'delete-query', 'delete', 'get-missing']],
]
