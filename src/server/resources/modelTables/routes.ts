import { SharedQuery } from '../../../model/sqlLab/savedQueryForm.ts'
import { notFound } from '../../entities/owners.ts'
import { ModelItem, modelItem } from '../../listing/modelForms.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { chartTables } from './charts.ts'
import { dashboardTables } from './dashboards.ts'
import { otherTables, savedQueryLabels } from './others.ts'
import { addTableView } from './tableView.ts'

const columns = ['label', 'db_id', 'schema', 'description', 'sql', 'extra_json', 'id']

const shown = {
  name: 'SavedQueryViewApi',
  columns,
  labelled: savedQueryLabels,
  labels: { changed_on: 'Changed on' },
}

/** Tables of objects at the addresses of very old versions. */
export const modelTableRoutes: Resource = (app, services) => {
  for (const view of [...chartTables, ...dashboardTables, ...otherTables]) addTableView(app, services, view)

  app.get(
    '/savedqueryviewapi/api/get/:id',
    {
      config: { requires: 'can_read:SavedQuery', errors: 'C', answer: ModelItem.extend({ result: SharedQuery }) },
      schema: { params: idParams },
    },
    async ({ subject, params: { id } }) => {
      const row = await services.db
        .selectFrom('saved_queries')
        .select(['id', 'label', 'db_id', 'schema', 'description', 'sql', 'extra_json'])
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            eb('created_by', '=', subject.user?.id ?? 0),
            // a link can be shared with colleagues who see the database; running the query checks each table
            eb(
              'db_id',
              'in',
              eb.selectFrom('databases').select('id').where(services.access.visible.databases(subject)),
            ),
          ]),
        )
        .executeTakeFirst()
      if (!row) throw notFound()
      return modelItem(shown, id, { ...row, extra_json: row.extra_json ?? '{}' })
    },
  )
}
