import { z } from 'zod'
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
      // not in the contract: `?parameters=true` adds the template parameters, without which the query does not run
      schema: { params: idParams, querystring: z.object({ parameters: z.string().optional() }) },
    },
    async ({ subject, params: { id }, query }) => {
      const row = await services.db
        .selectFrom('saved_queries')
        .select(['id', 'label', 'db_id', 'schema', 'description', 'sql', 'extra_json', 'template_parameters'])
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
      const { template_parameters: parameters, ...columnsOfContract } = row
      return modelItem(shown, id, {
        ...columnsOfContract,
        extra_json: row.extra_json ?? '{}',
        ...(query.parameters === 'true' ? { template_parameters: parameters } : {}),
      })
    },
  )
}
