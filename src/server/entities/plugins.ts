import type { ShownType } from '../../charts/shared/contract.ts'
import type { Services } from '../services.ts'

/** The chart types that administrators added, as pages show them, by key; empty while the flag is off. */
export async function findPluginTypes({ db, flags }: Pick<Services, 'db' | 'flags'>): Promise<Map<string, ShownType>> {
  if (!flags.isOn('DYNAMIC_PLUGINS')) return new Map()
  const found = await db.selectFrom('dynamic_plugins').select(['key', 'name', 'bundle_url']).execute()
  return new Map(
    found.map(({ key, name, bundle_url: folder }) => [
      key,
      { type: key, name, folder, drawnWith: 'react', shows: 'plot', behaviors: [] },
    ]),
  )
}

/** Whether a type is drawn by the script of a plugin; its queries are those that were saved with the chart. */
export async function isPlugin({ db, flags }: Pick<Services, 'db' | 'flags'>, vizType: string): Promise<boolean> {
  if (!flags.isOn('DYNAMIC_PLUGINS')) return false
  const found = await db.selectFrom('dynamic_plugins').select('id').where('key', '=', vizType).executeTakeFirst()
  return found !== undefined
}
