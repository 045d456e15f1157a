import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { startingType } from '../charts/index.ts'
import { isoTime } from '../model/wire/wireTime.ts'
import { readCookie, setCookie } from './access/cookies.ts'
import { pairOf } from './access/permissionIds.ts'
import type { Subject } from './access/subject.ts'
import { languageOf, languagePack, offeredLanguages } from './language.ts'
import { menuFor } from './menu.ts'
import type { Services } from './services.ts'
import type { Db } from './storage/schema.ts'

interface NamedGrant {
  roleId: number
  permission: 'datasource_access' | 'database_access' | 'schema_access'
  /** In the contract's notation: `[db].[table](id:5)`, `[db].(id:1)`, `[db].[schema]`. */
  view: string
}

async function namedGrants(db: Db, subject: Subject): Promise<NamedGrant[]> {
  const { databases, datasets, schemas } = subject.grants
  if (databases.size + datasets.size + schemas.size === 0) return []
  const rows = await db
    .selectFrom('data_grants')
    .leftJoin('datasets', 'datasets.id', 'data_grants.dataset_id')
    .innerJoin('databases', (join) =>
      join.on((eb) => eb('databases.id', '=', eb.fn.coalesce('data_grants.database_id', 'datasets.database_id'))),
    )
    .select(['data_grants.role_id', 'data_grants.kind', 'data_grants.schema', 'data_grants.dataset_id'])
    .select(['datasets.table_name', 'databases.id as databaseId', 'databases.database_name'])
    .where(
      'data_grants.role_id',
      'in',
      subject.roles.map((role) => role.id),
    )
    .orderBy('data_grants.id')
    .execute()
  return rows.map((row): NamedGrant => {
    const database = `[${row.database_name}]`
    const roleId = row.role_id
    switch (row.kind) {
      case 'dataset':
        return {
          roleId,
          permission: 'datasource_access',
          view: `${database}.[${row.table_name}](id:${row.dataset_id})`,
        }
      case 'database':
        return { roleId, permission: 'database_access', view: `${database}.(id:${row.databaseId})` }
      case 'schema':
        return { roleId, permission: 'schema_access', view: `${database}.[${row.schema}]` }
    }
  })
}

/** The user object of `data-bootstrap` and of `/api/v1/me/roles/`. */
export async function userBootstrap(db: Db, subject: Subject): Promise<Record<string, unknown>> {
  const grants = await namedGrants(db, subject)
  const roles = Object.fromEntries(
    subject.roles.map((role) => [
      role.name,
      [
        ...role.permissions.map(pairOf),
        ...grants.filter((grant) => grant.roleId === role.id).map((grant) => [grant.permission, grant.view]),
      ],
    ]),
  )
  const permissions: Record<string, string[]> = {}
  for (const { permission, view } of grants) {
    permissions[permission] = [...new Set([...(permissions[permission] ?? []), view])]
  }
  const { user } = subject
  if (subject.guest) {
    const { username, firstName, lastName } = subject.guest
    return { username, firstName, lastName, isActive: false, isAnonymous: false, roles, permissions }
  }
  if (!user) return { roles, permissions }
  return {
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    userId: user.id,
    isActive: user.isActive,
    isAnonymous: false,
    createdOn: isoTime(user.createdOn),
    email: user.email,
    ...(user.timeZone && { timeZone: user.timeZone }),
    roles,
    permissions,
  }
}

/**
 * The configuration that the front end of the original reads at start. Values that have a setting on this server are
 * taken from that setting.
 */
const conf = (services: Services) => ({
  ...(services.config.map && { MAP_STYLE: { light: services.config.map.light, dark: services.config.map.dark } }),
  SUPERSET_WEBSERVER_TIMEOUT: services.config.limits.queryTimeoutMs / 1000,
  SUPERSET_DASHBOARD_POSITION_DATA_LIMIT: 65_535,
  SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT: 0,
  SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE: null,
  DISABLE_DATASET_SOURCE_EDIT: false,
  ENABLE_JAVASCRIPT_CONTROLS: false,
  ENABLE_BROAD_ACTIVITY_ACCESS: false,
  AUTH_USER_REGISTRATION: services.config.registrationRole !== undefined,
  DEFAULT_SQLLAB_LIMIT: 1000,
  DEFAULT_VIZ_TYPE: startingType,
  SQL_MAX_ROW: services.config.limits.rows,
  SUPERSET_WEBSERVER_DOMAINS: null,
  SQLLAB_SAVE_WARNING_MESSAGE: null,
  DISPLAY_MAX_ROW: 10_000,
  GLOBAL_ASYNC_QUERIES_TRANSPORT: services.config.asyncEvents.transport,
  GLOBAL_ASYNC_QUERIES_POLLING_DELAY: 500,
  GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: services.config.asyncEvents.webSocketUrl ?? null,
  SQL_VALIDATORS_BY_ENGINE: {},
  SQLALCHEMY_DOCS_URL: null,
  SQLALCHEMY_DISPLAY_TEXT: null,
  DASHBOARD_AUTO_REFRESH_MODE: 'force',
  DASHBOARD_AUTO_REFRESH_INTERVALS: [
    [0, "Don't refresh"],
    [10, '10 seconds'],
    [30, '30 seconds'],
    [60, '1 minute'],
    [300, '5 minutes'],
    [1800, '30 minutes'],
    [3600, '1 hour'],
    [21_600, '6 hours'],
    [43_200, '12 hours'],
    [86_400, '24 hours'],
  ],
  DASHBOARD_VIRTUALIZATION: true,
  SCHEDULED_QUERIES: {},
  EXCEL_EXTENSIONS: ['xlsx'],
  CSV_EXTENSIONS: ['csv', 'tsv', 'txt'],
  COLUMNAR_EXTENSIONS: ['parquet', 'zip'],
  ALLOWED_EXTENSIONS: ['csv', 'parquet', 'tsv', 'txt', 'xlsx', 'zip'],
  SAMPLES_ROW_LIMIT: 1000,
  DEFAULT_TIME_FILTER: 'No filter',
  HTML_SANITIZATION: true,
  HTML_SANITIZATION_SCHEMA_EXTENSIONS: {},
  WELCOME_PAGE_LAST_TAB: services.config.homeTab ?? 'all',
  ERROR_TEXTS: services.config.errorTexts,
  VIZ_TYPE_DENYLIST: services.config.chartTypesDenied,
  ALERT_REPORTS_DEFAULT_CRON_VALUE: '0 0 * * *',
  ALERT_REPORTS_DEFAULT_RETENTION: 90,
  ALERT_REPORTS_DEFAULT_WORKING_TIMEOUT: 3600,
  ALERT_REPORTS_NOTIFICATION_METHODS: [
    'Email',
    ...(services.config.slack ? ['Slack'] : []),
    ...(services.config.webhook ? ['Webhook'] : []),
  ],
  NATIVE_FILTER_DEFAULT_ROW_LIMIT: 1000,
  PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET: true,
  HAS_GSHEETS_INSTALLED: true,
})

const flashCookie = 'flash'

export type Flash = [category: 'info' | 'success' | 'warning' | 'danger', text: string]

/** Shows a message on the next page. It is stored in a signed cookie, so it needs no session. */
export function flash(services: Services, reply: FastifyReply, ...messages: Flash[]): void {
  const body = Buffer.from(JSON.stringify(messages)).toString('base64url')
  const mac = createHmac('sha256', services.keys.for('flash')).update(body).digest('base64url')
  setCookie(reply, flashCookie, `${body}.${mac}`, { secure: services.secureCookies, maxAgeS: 300 })
}

/** The pending messages; reading them removes them. */
function takeFlashes(services: Services, request: FastifyRequest, reply: FastifyReply): Flash[] {
  const cookie = readCookie(request, flashCookie)
  if (!cookie) return []
  setCookie(reply, flashCookie, null, { secure: services.secureCookies })
  const [body = '', mac = ''] = cookie.split('.')
  const expected = createHmac('sha256', services.keys.for('flash')).update(body).digest()
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return []
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Flash[]
}

/** `common` of `data-bootstrap`. */
async function commonBootstrap(
  services: Services,
  subject: Subject,
  language: string,
  flashes: Flash[],
): Promise<Record<string, unknown>> {
  const offered = offeredLanguages(services)
  return {
    conf: conf(services),
    time_zone: services.config.timeZone,
    ...(services.config.hasCalendar && { fiscal: true }),
    ...(Object.values(services.config.formats).some(Boolean) && { formats: services.config.formats }),
    locale: language,
    language_pack: await languagePack(language),
    feature_flags: services.flags.all(),
    d3_format: services.config.formats.numbers ?? {},
    d3_time_format: services.config.formats.times ?? {},
    currencies: ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'],
    extra_sequential_color_schemes: [],
    extra_categorical_color_schemes: [],
    theme_overrides: {},
    menu_data: {
      menu: menuFor(services, subject),
      brand: { path: '/superset/welcome/', icon: '/static/favicon.svg', alt: 'Sextant', tooltip: '', text: 'Sextant' },
      environment_tag: {},
      navbar_right: {
        show_watermark: false,
        bug_report_url: null,
        bug_report_icon: null,
        bug_report_text: 'Report a bug',
        documentation_url: null,
        documentation_icon: null,
        documentation_text: 'Documentation',
        version_string: services.version,
        version_sha: '',
        build_number: null,
        languages: Object.fromEntries(
          offered.map(({ code, flag, name }) => [code, { flag, name, url: `/lang/${code}` }]),
        ),
        show_language_picker: offered.length > 1,
        user_is_anonymous: subject.user === undefined,
        user_info_url: '/users/userinfo/',
        user_logout_url: '/logout/',
        user_login_url: '/login/',
        user_profile_url: subject.user ? `/superset/profile/${encodeURIComponent(subject.user.username)}` : null,
        locale: language,
      },
    },
    flash_messages: flashes,
  }
}

/** The complete JSON of the attribute `data-bootstrap`. */
export async function bootstrapData(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  extras: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { viewer } = request
  return {
    user: await userBootstrap(services.db, request.subject),
    ...(viewer ? { viewer: { userId: viewer.id, username: viewer.username } } : {}),
    common: await commonBootstrap(
      services,
      request.subject,
      languageOf(services, request),
      takeFlashes(services, request, reply),
    ),
    ...extras,
  }
}
