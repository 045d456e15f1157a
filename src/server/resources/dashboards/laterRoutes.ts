import { z } from 'zod'
import { type LayoutNode, parseLayout } from '../../../model/dashboard/layout.ts'
import { jsonText } from '../../../model/wire/fields.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { authorOf } from '../../entities/changes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { copyDashboard, readCopyForm } from './copy.ts'
import { readableDashboard } from './readable.ts'

const path = '/api/v1/dashboard'
const slugParams = z.object({ idOrSlug: z.string() })

const TabNode = z.strictObject({
  value: z.string(),
  title: z.string(),
  parents: z.array(z.string()),
  get children() {
    return z.array(TabNode)
  },
})
type TabNode = z.infer<typeof TabNode>

const TabsAnswer = z.strictObject({
  result: z.strictObject({ all_tabs: z.record(z.string(), z.string()), tab_tree: z.array(TabNode) }),
})

const CopyBody = z.strictObject({
  dashboard_title: z.string().max(500).nullish(),
  css: z.string().nullish(),
  json_metadata: jsonText,
  duplicate_slices: z.boolean().nullish(),
})
const CopyAnswer = z.strictObject({ result: z.strictObject({ id: z.int(), last_modified_time: z.number() }) })

/** Calls of later releases: the tabs of a dashboard, and a copy as JSON. */
export function addLaterRoutes(app: App, services: Services): void {
  const { db, now } = services

  app.get(
    `${path}/:idOrSlug/tabs`,
    { config: { requires: 'can_read:Dashboard', answer: TabsAnswer }, schema: { params: slugParams } },
    async ({ subject, params }) => {
      const { position_json } = await readableDashboard(services, subject, params.idOrSlug)
      const tab_tree = tabsBelow(parseLayout(parseObject(position_json)).root, [])
      return { result: { all_tabs: titlesOf(tab_tree), tab_tree } }
    },
  )

  app.post(
    `${path}/:idOrSlug/copy/`,
    {
      config: { requires: 'can_write:Dashboard', answer: CopyAnswer },
      schema: { params: slugParams, body: CopyBody },
    },
    async (request) => {
      const { subject, params, body } = request
      const { id } = await readableDashboard(services, subject, params.idOrSlug)
      const { json_metadata, dashboard_title, duplicate_slices, css } = body
      const form = { ...parseObject(json_metadata), dashboard_title: dashboard_title ?? '', css }
      const copyId = await copyDashboard(
        services,
        subject,
        authorOf(request, now()),
        id,
        readCopyForm(JSON.stringify({ ...form, duplicate_slices: duplicate_slices ?? false })),
      )
      const { changed_on } = await db
        .selectFrom('dashboards')
        .select('changed_on')
        .where('id', '=', copyId)
        .executeTakeFirstOrThrow()
      return { result: { id: copyId, last_modified_time: changed_on / 1000 } }
    },
  )
}

/** The tabs below a component. `parents`: ids of the tabs around them, the outermost first. */
function tabsBelow(node: LayoutNode, parents: string[]): TabNode[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'TAB') return tabsBelow(child, parents)
    return [
      { value: child.id, title: child.meta.text ?? '', parents, children: tabsBelow(child, [...parents, child.id]) },
    ]
  })
}

const titlesOf = (tabs: readonly TabNode[]): Record<string, string> =>
  Object.assign({}, ...tabs.map(({ value, title, children }) => ({ [value]: title, ...titlesOf(children) })))
