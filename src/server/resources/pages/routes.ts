import type { FastifyReply, FastifyRequest } from 'fastify'
import { isStandalone } from '../../../model/wire/standalone.ts'
import { flash } from '../../bootstrap.ts'
import { withFormDataKey } from '../../entities/formDataKeys.ts'
import { chooseLanguage } from '../../language.ts'
import { ownPath } from '../../ownPath.ts'
import type { App, Policy, Resource } from '../../resource.ts'
import { sendMissingPage } from '../../routeTable.ts'
import type { Services } from '../../services.ts'
import { type PageOptions, sendPage } from '../../shell.ts'
import { logVisit, openedChart } from './visits.ts'

/** Pages whose screen depends only on their address: address, policy, kind of page, feature flag. */
const screens: [url: string, requires: Policy, kind: string, flag?: string][] = [
  ['/chart/list/', 'can_read:Chart', 'list'],
  ['/chart/add', 'can_write:Chart', 'explore'],
  ['/dashboard/list/', 'can_read:Dashboard', 'list'],
  ['/dashboard/new/', 'can_write:Dashboard', 'dashboard'],
  ['/tablemodelview/list/', 'can_read:Dataset', 'list'],
  ['/databaseview/list/', 'can_read:Database', 'list'],
  ['/savedqueryview/list/', 'can_read:SavedQuery', 'list'],
  ['/superset/sqllab/history/', 'can_sqllab_history:Superset', 'list'],
  ['/sqllab/history', 'can_sqllab_history:Superset', 'list'],
  ['/alert/list/', 'can_read:ReportSchedule', 'list', 'ALERT_REPORTS'],
  ['/report/list/', 'can_read:ReportSchedule', 'list', 'ALERT_REPORTS'],
  ['/alert/:id/log/', 'can_read:ReportSchedule', 'list', 'ALERT_REPORTS'],
  ['/report/:id/log/', 'can_read:ReportSchedule', 'list', 'ALERT_REPORTS'],
  ['/annotationlayer/list/', 'can_read:Annotation', 'list'],
  ['/annotationlayer/:id/annotation/', 'can_read:Annotation', 'list'],
  ['/csstemplatemodelview/list/', 'can_read:CssTemplate', 'list'],
  ['/dynamic-plugins/list/', 'can_list:DynamicPlugin', 'list', 'DYNAMIC_PLUGINS'],
  ['/mapboundaries/list/', 'can_read:MapBoundary', 'list'],
  ['/rowlevelsecurity/list/', 'can_read:Row Level Security', 'list'],
  ['/rowlevelsecurityfiltersmodelview/list/', 'can_list:RowLevelSecurityFiltersModelView', 'list'],
  ['/rowlevelsecurityfiltersmodelview/add', 'can_add:RowLevelSecurityFiltersModelView', 'list'],
  ['/rowlevelsecurityfiltersmodelview/edit/:id', 'can_edit:RowLevelSecurityFiltersModelView', 'list'],
  ['/rowlevelsecurityfiltersmodelview/show/:id', 'can_show:RowLevelSecurityFiltersModelView', 'list'],
  ['/dataset/add/', 'can_read:Dataset', 'list'],
  ['/csvtodatabaseview/form', 'can_this_form_get:CsvToDatabaseView', 'list'],
  ['/exceltodatabaseview/form', 'can_this_form_get:ExcelToDatabaseView', 'list'],
  ['/columnartodatabaseview/form', 'can_this_form_get:ColumnarToDatabaseView', 'list'],
  ['/dataset/:id', 'can_read:Dataset', 'list'],
  ['/superset/profile/:username/', 'can_profile:Superset', 'list'],
  ['/superset/profile/', 'can_profile:Superset', 'list'],
  ['/users/list/', 'can_list:UserDBModelView', 'list'],
  ['/users/add', 'can_add:UserDBModelView', 'list'],
  ['/users/show/:id', 'can_show:UserDBModelView', 'list'],
  ['/users/edit/:id', 'can_edit:UserDBModelView', 'list'],
  ['/roles/list/', 'can_list:RoleModelView', 'list'],
  ['/roles/add', 'can_add:RoleModelView', 'list'],
  ['/roles/show/:id', 'can_show:RoleModelView', 'list'],
  ['/roles/edit/:id', 'can_edit:RoleModelView', 'list'],
  ['/superset/tags/', 'can_read:Tag', 'list', 'TAGGING_SYSTEM'],
  ['/superset/all_entities/', 'can_read:Tag', 'list', 'TAGGING_SYSTEM'],
  ['/search/', 'signed_in', 'list'],
  ['/feature_flags/', 'can_read:FeatureFlag', 'list'],
  ['/jobs/list/', 'can_read:Job', 'list'],
  ['/jobs/schedules/', 'can_read:Job', 'list'],
  ['/logmodelview/list/', 'can_read:Log', 'list'],
  ['/users/userinfo/', 'signed_in', 'list'],
  ['/resetmypassword/form', 'signed_in', 'list'],
  ['/userinfoeditview/form', 'signed_in', 'list'],
  ['/resetpassword/form', 'resetpasswords:UserDBModelView', 'list'],
]

/** Pages of the original's server, and the screens that replace them. */
const moved: [url: string, requires: Policy, screen: string, flag?: string][] = [
  ['/chart/show/:id', 'can_read:Chart', '/explore/?slice_id=:id'],
  ['/chart/edit/:id', 'can_read:Chart', '/explore/?slice_id=:id'],
  ['/dashboard/add', 'can_write:Dashboard', '/dashboard/new/'],
  ['/dashboard/show/:id', 'can_read:Dashboard', '/superset/dashboard/:id/'],
  ['/dashboard/edit/:id', 'can_read:Dashboard', '/superset/dashboard/:id/?edit=true'],
  ['/dashboard/:id/embedded', 'can_read:Dashboard', '/superset/dashboard/:id/'],
  ['/dashboard/export_dashboards_form', 'can_read:Dashboard', '/dashboard/list/'],
  ['/superset/import_dashboards/', 'can_import_dashboards:Superset', '/dashboard/list/'],
  ['/tablemodelview/add', 'can_read:Dataset', '/dataset/add/'],
  ['/tablemodelview/show/:id', 'can_read:Dataset', '/dataset/:id'],
  ['/tablemodelview/edit/:id', 'can_read:Dataset', '/dataset/:id'],
  ['/databaseview/add', 'can_read:Database', '/databaseview/list/'],
  ['/databaseview/show/:id', 'can_read:Database', '/databaseview/list/'],
  ['/databaseview/edit/:id', 'can_read:Database', '/databaseview/list/'],
  ['/csstemplatemodelview/add', 'can_read:CssTemplate', '/csstemplatemodelview/list/'],
  ['/csstemplatemodelview/show/:id', 'can_read:CssTemplate', '/csstemplatemodelview/list/'],
  ['/csstemplatemodelview/edit/:id', 'can_read:CssTemplate', '/csstemplatemodelview/list/'],
  ['/dynamic-plugins/add', 'can_list:DynamicPlugin', '/dynamic-plugins/list/', 'DYNAMIC_PLUGINS'],
  ['/dynamic-plugins/show/:id', 'can_list:DynamicPlugin', '/dynamic-plugins/list/', 'DYNAMIC_PLUGINS'],
  ['/dynamic-plugins/edit/:id', 'can_list:DynamicPlugin', '/dynamic-plugins/list/', 'DYNAMIC_PLUGINS'],
  ['/savedqueryview/add', 'can_read:SavedQuery', '/superset/sqllab/?new=true'],
  ['/savedqueryview/show/:id', 'can_read:SavedQuery', '/superset/sqllab/?savedQueryId=:id'],
  ['/savedqueryview/edit/:id', 'can_read:SavedQuery', '/superset/sqllab/?savedQueryId=:id'],
  ['/logmodelview/show/:id', 'can_read:Log', '/logmodelview/list/'],
]

/** Addresses of pages. Each returns the same HTML shell; the browser's router shows the screen. */
export const pageRoutes: Resource = (app, services) => {
  addScreens(app, services)
  app.get('/', { config: { requires: 'public' } }, async (_request, reply) => reply.redirect('/superset/welcome/', 302))

  // anonymous visitors of this page are redirected to the plain sign-in page
  app.get(
    '/superset/welcome/',
    { config: { requires: 'signed_in', page: 'plain' } },
    pageOf(services, { kind: 'home' }),
  )

  addDashboardPages(app, services)
  addExplorePages(app, services)
  app.get(
    '/sqllab/my_queries/',
    { config: { requires: 'can_my_queries:SqlLab', page: true } },
    async (request, reply) =>
      reply.redirect(`/savedqueryview/list/?_flt_0_user=${request.subject.user?.id ?? ''}`, 302),
  )

  app.get<{ Params: { code: string } }>('/lang/:code', { config: { requires: 'public' } }, async (request, reply) =>
    (await chooseLanguage(services, request, reply, request.params.code))
      ? reply.redirect(cameFrom(services, request), 302)
      : sendMissingPage(services, request, reply),
  )

  // clients that read no page ask for the icon at this address
  app.get('/favicon.ico', { config: { requires: 'public' } }, async (_request, reply) =>
    reply.redirect('/static/favicon.svg', 302),
  )

  // the forms of the original use this address to lead back to the previous page
  app.get('/back', { config: { requires: 'public' } }, async (_request, reply) => reply.redirect('/', 302))

  app.get<{ Params: { '*': string } }>('/static/*', { config: { requires: 'public' } }, async (request, reply) => {
    const sent = services.assets?.send(request, reply, request.params['*'])
    return sent ?? reply.callNotFound()
  })
}

const pageOf = (services: Services, options: PageOptions) => (request: FastifyRequest, reply: FastifyReply) =>
  sendPage(services, request, reply, options)

function addScreens(app: App, services: Services): void {
  for (const [url, requires, kind, flag] of screens)
    app.get(url, { config: { requires, page: true, ...(flag ? { flag } : {}) } }, pageOf(services, { kind }))

  // users may type a slash at the end, as for other pages; the redirect keeps the parameters, which preselect a dataset
  app.get('/chart/add/', { config: { requires: 'can_write:Chart', page: true } }, async ({ url }, reply) =>
    reply.redirect(url.replace('/chart/add/', '/chart/add'), 302),
  )

  for (const [url, requires, screen, flag] of moved) {
    const config = { requires, page: true, ...(flag ? { flag } : {}) } as const
    app.get<{ Params: { id?: string } }>(url, { config }, ({ params }, reply) =>
      reply.redirect(screen.replace(':id', encodeURIComponent(params.id ?? '')), 302),
    )
  }
}

function addDashboardPages(app: App, services: Services): void {
  const { db, access } = services
  app.get<{ Params: { idOrSlug: string } }>(
    '/superset/dashboard/:idOrSlug/',
    { config: { requires: 'can_read:Dashboard', page: true } },
    async (request, reply) => {
      const { idOrSlug } = request.params
      const byId = /^\d{1,15}$/.test(idOrSlug)
      const query = db.selectFrom('dashboards').select(['id', 'dashboard_title'])
      const found = await query
        .where((eb) => (byId ? eb('id', '=', Number(idOrSlug)) : eb('slug', '=', idOrSlug)))
        .executeTakeFirst()
      if (!found && request.subject.isAdmin) return sendMissingPage(services, request, reply)
      const visible =
        found &&
        (await query.where('id', '=', found.id).where(access.visible.dashboards(request.subject)).executeTakeFirst())
      if (!visible) {
        // the same response for hidden and missing dashboards
        flash(services, reply, ['danger', "You don't have access to this dashboard."])
        return reply.redirect('/dashboard/list/', 302)
      }
      const api = `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`
      const sent = await sendPage(services, request, reply, {
        title: visible.dashboard_title ?? '',
        kind: 'dashboard',
        requests: [api, `${api}/shown_charts`, `${api}/datasets`],
      })
      await logVisit(services, request, { dashboardId: visible.id })
      return sent
    },
  )

  app.get<{ Params: { key: string } }>(
    '/superset/dashboard/p/:key/',
    { config: { requires: 'can_read:DashboardPermalinkRestApi', page: true } },
    async (request, reply) => {
      const row = await db
        .selectFrom('key_values')
        .select(['value', 'object_id'])
        .where('resource', '=', 'dashboard_permalink')
        .where('key', '=', request.params.key)
        .executeTakeFirst()
      if (row?.object_id == null) {
        flash(services, reply, ['danger', 'permalink state not found'])
        return reply.redirect('/dashboard/list/', 302)
      }
      return reply.redirect(permalinkTarget(row.object_id, request.params.key, row.value), 302)
    },
  )
}

function addExplorePages(app: App, services: Services): void {
  /** The chart builder. A standalone chart may be shown in frames, as its embed code does. */
  const explorePage = (request: FastifyRequest, reply: FastifyReply) => {
    // parsed as in the browser, which might otherwise show the whole builder in a frame
    const { searchParams } = new URL(request.url, 'http://page')
    const isAlone = isStandalone(searchParams.get('standalone')) && services.flags.isOn('EMBEDDABLE_CHARTS')
    const frames = isAlone ? ["'self'", ...services.config.frameSites] : undefined
    return sendPage(services, request, reply, { kind: 'explore', frames })
  }

  const isVisibleChart = async ({ subject }: FastifyRequest, id: number) =>
    (await services.db
      .selectFrom('charts')
      .select('id')
      .where('id', '=', id)
      .where(services.access.visible.charts(subject))
      .executeTakeFirst()) !== undefined

  app.get('/explore/', { config: { requires: 'can_read:Explore', page: true } }, async (request, reply) => {
    const sent = await explorePage(request, reply)
    const chartId = openedChart(request.query as Record<string, unknown>)
    if (chartId !== undefined && (await isVisibleChart(request, chartId)))
      await logVisit(services, request, { chartId })
    return sent
  })
  app.get('/explore/p/:key/', { config: { requires: 'can_read:Explore', page: true } }, explorePage)
  app.get<{ Params: { key: string } }>(
    '/superset/explore/p/:key/',
    { config: { requires: 'can_read:Explore', page: true } },
    explorePage,
  )
  app.get<{ Params: { type: string; id: string } }>(
    '/explore/:type/:id/',
    { config: { requires: 'can_read:Explore', page: true } },
    pageOf(services, { kind: 'explore' }),
  )
  app.get('/superset/explore/', { config: { requires: 'can_read:Explore', page: true } }, async (request, reply) => {
    const cut = request.url.indexOf('?')
    const asked = cut < 0 ? '' : request.url.slice(cut)
    // an administrator who views the product as another user stores nothing
    const query = request.viewer ? asked : await withFormDataKey(services, request.subject, asked)
    return reply.redirect(`/explore/${query}`, 302)
  })
  app.get<{ Params: { type: string; id: string } }>(
    '/superset/explore/:type/:id/',
    { config: { requires: 'can_read:Explore', page: true } },
    async (request, reply) =>
      reply.redirect(
        `/explore/${encodeURIComponent(request.params.type)}/${encodeURIComponent(request.params.id)}/`,
        302,
      ),
  )
  app.get<{ Params: { id: string } }>(
    '/superset/slice/:id/',
    { config: { requires: 'can_slice:Superset', page: true } },
    async (request, reply) => {
      const id = Number(request.params.id)
      if (!Number.isSafeInteger(id) || !(await isVisibleChart(request, id)))
        return sendMissingPage(services, request, reply)
      return reply.redirect(`/explore/?form_data=${encodeURIComponent(`{"slice_id": ${id}}`)}`, 302)
    },
  )
}

/** Our page that linked to an address; the start page if another site did. */
function cameFrom(services: Services, { headers: { referer } }: FastifyRequest): string {
  const page = referer === undefined ? undefined : ownPath(referer, services.baseUrl())
  return page === undefined || page.startsWith('/lang/') ? '/' : page
}

interface PermalinkValue {
  state?: { urlParams?: [string, string][] | null; anchor?: string | null; hash?: string | null }
}

function permalinkTarget(dashboardId: number, key: string, value: string): string {
  const { state = {} } = JSON.parse(value) as PermalinkValue
  const query = new URLSearchParams([['permalink_key', key], ...(state.urlParams ?? [])])
  const anchor = state.anchor ?? state.hash
  return `/superset/dashboard/${dashboardId}?${query}${anchor ? `#${encodeURIComponent(anchor)}` : ''}`
}
