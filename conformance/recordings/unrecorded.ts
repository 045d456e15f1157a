import { byId, type Entry } from './decisions.ts'

/**
 * Calls about objects whose creation was not recorded: each object is created here with the body of a recorded POST,
 * and gets its original id.
 */
export const unrecorded: { folder: string; body: string; ids: number[]; calls: [folder: string, entry: Entry][] }[] = [
  { folder: 'chart', body: 'create-ok', ids: [71, 72], calls: [['chart', 'bulk-delete-two']] },
  { folder: 'dashboard', body: 'create-empty', ids: [13, 14, 15], calls: [['dashboard', 'bulk-delete-several']] },
  { folder: 'css_template', body: 'create-ok', ids: [3, 4], calls: [['css_template', 'bulk-delete-two']] },
  {
    folder: 'dataset',
    body: 'create-ok',
    ids: [14],
    calls: [['legacy', ['fetch_datasource_metadata-no-access', byId]]],
  },
]
