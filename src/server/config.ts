import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { isRange } from '../engine/run/addresses.ts'
import { isCrontab, nextDue } from '../model/time/crontab.ts'
import type { Calendar } from '../model/time/fiscalCalendar.ts'
import { isTimeZone } from '../model/time/timeZone.ts'
import { calendarSettings, workspaceCalendar } from './calendarSettings.ts'
import { ConfigError } from './configError.ts'
import { type FlagValues, parseFlags } from './features.ts'
import { type FormatConfig, formatSettings } from './formatSettings.ts'
import { hostList } from './hostList.ts'
import { mailSettings, type SmtpConfig, smtpConfig } from './mailSettings.ts'
import { type MapConfig, mapConfig, mapSettings } from './mapSettings.ts'
import { messageSettings, type SlackConfig, slackConfig, type WebhookConfig, webhookConfig } from './messageSettings.ts'
import { type SharedFilesConfig, sharedFilesConfig, sharedFilesSettings } from './sharedFilesSettings.ts'
import { type SignInConfig, signInConfig, signInSettings } from './signInSettings.ts'

const port = z.coerce.number().int().min(0).max(65535)
const count = z.coerce.number().int().min(1)
const onOff = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')

/** Title and filters of a tab of the home page. */
const HomeTab = z.tuple([
  z.string().min(1).max(40),
  z.array(z.strictObject({ col: z.string(), opr: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
])

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const dueCrontab = z
  .string()
  .refine((text) => isCrontab(text) && nextDue(text, 'UTC', Date.now()) !== null, 'cron fields that are due some day')

/** The rows of the table in docs/configuration.md: the meaning of each variable, and its parser. */
const settings = {
  PORT: { about: 'Port to listen on.', read: port.default(8088) },
  HOST: {
    about: 'Address to listen on. Use an HTTPS proxy for any address other than loopback.',
    read: z.string().default('127.0.0.1'),
  },
  SEXTANT_HOME: {
    about: 'Folder for the key, the metadata, uploaded and example tables, backups and cached results.',
    read: z.string().default('.sextant'),
  },
  SEXTANT_BASE_URL: {
    about: 'Public address, for links, cookies and origin checks. Default: from HOST and PORT.',
    read: z.url({ protocol: /^https?$/ }).optional(),
  },
  SEXTANT_ADMIN_USERNAME: {
    about: 'Name of the first administrator.',
    read: z.string().min(1).max(64).default('admin'),
  },
  SEXTANT_ADMIN_PASSWORD: {
    about: 'Sets the password of the first administrator if none is set. Without it, a one-time link is printed.',
    read: z.string().min(8).optional(),
  },
  DATABASE_URL: {
    about:
      'PostgreSQL for the metadata (`postgresql://user:password@host/database`). Default: a file in the home folder.',
    read: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  },
  DATABASE_POOL: { about: 'Maximum number of connections to PostgreSQL.', read: count.min(2).default(10) },
  SEXTANT_KEY_FILE: {
    about: 'File with the master key. All nodes use the same key. Default: `master.key` in the home folder.',
    read: z.string().optional(),
  },
  REDIS_URL: {
    about: 'Redis for the cache, shared by all nodes. Default: a cache in the process and on disk.',
    read: z.url({ protocol: /^rediss?$/ }).optional(),
  },
  ...sharedFilesSettings,
  SEXTANT_ROLE: {
    about: '`web` only serves requests. `all` and `worker` also run background work (docs/schedules.md).',
    read: z.enum(['all', 'web', 'worker']).default('all'),
  },
  SEXTANT_TIME_ZONE: {
    about:
      'Time zone of the times in your tables, for example `Europe/Berlin`; `today` and `now` are times of it, unless a dashboard or reader has another (docs/time.md).',
    read: z.string().refine(isTimeZone, 'a time zone of the IANA list').default('UTC'),
  },
  ...calendarSettings,
  ...formatSettings,
  SEXTANT_EXAMPLES: { about: '`false` does not load the example data and dashboards.', read: onOff.default(true) },
  SEXTANT_ENGINE_CHILDREN: {
    about:
      'Number of query processes of the embedded engine. Default: 2; 1 if the machine has less than 2 GB of memory.',
    read: count.max(64).optional(),
  },
  SEXTANT_ENGINE_MEMORY: {
    about: 'Memory of one query process, in MB. Default: 2048; less if the machine has less than 8 GB of memory.',
    read: count.min(128).optional(),
  },
  SEXTANT_ENGINE_SANDBOX: {
    about:
      '`true` confines the processes that run queries and read files by bubblewrap and prlimit, where the machine has them (docs/install.md).',
    read: onOff.default(false),
  },
  SEXTANT_ENGINE_THREADS: {
    about: 'Threads of one query process. Default: the number of CPU cores.',
    read: count.optional(),
  },
  SEXTANT_QUERY_TIMEOUT: {
    about: 'Seconds after which a query is cancelled; for charts, including the time for which it waits.',
    read: count.max(3600).default(60),
  },
  SEXTANT_ROW_LIMIT: {
    about: 'Maximum number of rows in one result, even if a chart requests more.',
    read: count.default(100_000),
  },
  SEXTANT_RESULT_MB: {
    about:
      'Maximum size of one result, in MB. Results that slow clients have not received yet may use twice this memory for one user, and four times for all users.',
    read: count.default(100),
  },
  SEXTANT_EXPORT_MB: { about: 'Maximum size of one downloaded file, in MB.', read: count.max(4000).default(1024) },
  SEXTANT_QUERIES_PER_USER: {
    about: 'Maximum number of queries of one user that run at the same time.',
    read: count.default(8),
  },
  SEXTANT_QUERIES_WAITING: {
    about:
      'Maximum number of queries that wait, of all users together, because their users already have `SEXTANT_QUERIES_PER_USER` running; charts and SQL Lab count separately. More get status 503 at once.',
    read: count.default(1000),
  },
  SEXTANT_CACHE_MB: { about: 'Memory of the in-process cache, in MB.', read: count.default(64) },
  SEXTANT_CACHE_DISK_MB: {
    about:
      'Maximum disk space for cached results in the home folder, in MB. 0: memory only. Has no effect if REDIS_URL is set.',
    read: z.coerce.number().int().min(0).default(512),
  },
  SEXTANT_CACHE_TIMEOUT: { about: 'Seconds for which a result may be cached.', read: count.default(86_400) },
  SEXTANT_BODY_MB: { about: 'Maximum size of a request body, in MB.', read: count.default(4) },
  SEXTANT_UPLOAD_MB: { about: 'Maximum size of an uploaded file, in MB.', read: count.default(100) },
  SEXTANT_RATE_LIMIT: {
    about: 'Requests per second of one address or user, averaged over ten seconds. 0: no limit (for measurements).',
    read: z.coerce.number().int().min(0).default(200),
  },
  SEXTANT_SIGN_INS_PER_MINUTE: { about: 'Sign-in attempts per minute of one address.', read: count.default(60) },
  SEXTANT_PAGE_SIZE_MAX: { about: 'Maximum number of rows of one list page.', read: count.default(100) },
  SEXTANT_SESSION_IDLE_HOURS: { about: 'A session ends after this time without a request.', read: count.default(168) },
  SEXTANT_SESSION_HOURS: { about: 'A session ends after this time in any case.', read: count.default(720) },
  SEXTANT_API_KEY_DAYS: {
    about: 'Longest life of an API key, in days. 0: no API keys.',
    read: z.coerce.number().int().min(0).max(3650).default(365),
  },
  SEXTANT_LOG_DAYS: {
    about: 'Number of days after which entries of the audit log are deleted. 0: never.',
    read: z.coerce.number().int().min(0).max(36_500).default(0),
  },
  SEXTANT_PERMALINK_DAYS: {
    about:
      'Number of days after which permalinks of charts and dashboards are deleted, counted from when they were last shared. 0: never.',
    read: z.coerce.number().int().min(0).max(36_500).default(0),
  },
  ...signInSettings,
  ...mailSettings,
  ...messageSettings,
  ...mapSettings,
  SEXTANT_DATABASE_HOSTS: {
    about:
      'Hosts inside your network that database connections may reach, separated by commas: names, addresses, ranges (`10.1.0.0/16`), or `private` for all private addresses. Public addresses need no entry.',
    read: hostList.optional(),
  },
  SEXTANT_DATABASE_FOLDERS: {
    about: 'Absolute paths of folders with SQLite files that may be connected, separated by commas. Default: none.',
    read: z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .refine((folders) => folders.every((folder) => isAbsolute(folder)), 'absolute paths, separated by commas')
      .optional(),
  },
  SEXTANT_TRUST_PROXY: {
    about: 'Addresses of proxies whose X-Forwarded-For header is trusted, separated by commas. Default: none.',
    read: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine(
        (parts) => parts.every(isRange),
        'addresses or ranges, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
      )
      .optional(),
  },
  SEXTANT_FRAME_SITES: {
    about:
      'Sites whose pages may show charts by their embed code, separated by commas: `https://wiki.example.org`, `https://*.example.org`. Readers need a session here, and browsers send it to frames of the same domain only, or the role Public reads the chart. Default: only this site.',
    read: z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim().replace(/\/$/, ''))
          .filter(Boolean),
      )
      .refine(
        (sites) => sites.every((site) => /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i.test(site)),
        'addresses of sites such as https://wiki.example.org, separated by commas',
      )
      .optional(),
  },
  SEXTANT_CHART_TYPES_DENIED: {
    about:
      'Chart types that are not offered for new charts: keys such as `pie`, separated by commas. Saved charts are shown. Default: none.',
    read: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .optional(),
  },
  SEXTANT_REGISTRATION_ROLE: {
    about:
      'Role of people who register themselves, for example `Gamma`. Default: nobody can register; administrators add users.',
    read: z
      .string()
      .max(64)
      .refine((name) => name.toLowerCase() !== 'admin', 'any role but Admin')
      .optional(),
  },
  SEXTANT_HOME_TAB: {
    about:
      'Title and filters of the last tab of the lists on the home page, as JSON: `["Shop", [{"col": "id", "opr": "gt", "value": 10}]]`. Default: a tab with all of them.',
    read: z
      .string()
      .transform((text, context) => {
        const tab = HomeTab.safeParse(jsonOf(text))
        if (tab.success) return tab.data
        context.addIssue('a list of a title and of filters, as JSON')
        return z.NEVER
      })
      .optional(),
  },
  SEXTANT_ERROR_TEXTS: {
    about:
      'Texts for errors by their `error_type`, as JSON: `{"DATASOURCE_SECURITY_ACCESS_ERROR": "Ask data@example.org for access."}`. They replace the texts of the server in the browser.',
    read: z
      .string()
      .transform((text, context) => {
        const texts = z.record(z.string(), z.string()).safeParse(jsonOf(text))
        if (texts.success) return texts.data
        context.addIssue('an object of texts, as JSON')
        return z.NEVER
      })
      .optional(),
  },
  SEXTANT_FLAGS: {
    about:
      'Feature flags, separated by commas: `TAGGING_SYSTEM=false,LISTVIEWS_DEFAULT_CARD_VIEW`. They take precedence over the page Feature Flags, which lists all flags.',
    read: z
      .string()
      .refine((text) => parseFlags(text) !== undefined, 'flags of the page Feature Flags that can be changed')
      .transform((text) => parseFlags(text) ?? {})
      .optional(),
  },
  SEXTANT_ASYNC_TRANSPORT: {
    about:
      'With the flag GLOBAL_ASYNC_QUERIES: how browsers learn that a long query is done, `polling` or `ws` (a websocket, then polling).',
    read: z.enum(['polling', 'ws']).default('polling'),
  },
  SEXTANT_ASYNC_WEBSOCKET_URL: {
    about: 'Address of this websocket, if it is not `/api/v1/async_event/ws` of this server.',
    read: z.url({ protocol: /^wss?$/ }).optional(),
  },
  SEXTANT_BACKUP_CRONTAB: {
    about:
      'When a backup is made (docs/install.md), as cron fields in UTC: `30 2 * * *` for each night. Default: only by `npm run backup`.',
    read: dueCrontab.optional(),
  },
  SEXTANT_BACKUP_FOLDER: {
    about: 'Folder for these backups, best on another disk. Default: `backups` in the home folder.',
    read: z.string().optional(),
  },
  SEXTANT_BACKUP_COUNT: {
    about: 'How many of these backups are stored. Older ones are deleted; those of `npm run backup` never are.',
    read: count.default(7),
  },
  SEXTANT_WARM_UP_CRONTAB: {
    about:
      'When charts of published dashboards that were opened in the last week are computed and cached, as cron fields in UTC: `0 6 * * *`. With it, also after new data of the embedded tables. Default: never.',
    read: dueCrontab.optional(),
  },
  SEXTANT_WARM_UP_CHARTS: {
    about: 'How many charts are computed each time; at most ten minutes, one after another.',
    read: count.default(100),
  },
  SEXTANT_METRICS_TOKEN: {
    about:
      'Token for `/metrics` (`Authorization: Bearer ...`), at least 16 characters. Default: only programs of this machine get metrics, and nobody if SEXTANT_BASE_URL or SEXTANT_TRUST_PROXY name a proxy.',
    read: z.string().min(16).optional(),
  },
  SEXTANT_TRACES_URL: {
    about:
      'Address to which traces of requests, queries and jobs are sent in the format of OpenTelemetry (OTLP over HTTP, JSON), such as `http://localhost:4318/v1/traces`. Headers for the collector: `OTEL_EXPORTER_OTLP_HEADERS`. Default: no traces.',
    read: z.url({ protocol: /^https?$/ }).optional(),
  },
  SEXTANT_TRACES_SHARE: {
    about: 'The share of traces that are sent: 0.1 is every tenth.',
    read: z.coerce.number().min(0).max(1).default(1),
  },
  SEXTANT_LOG_LEVEL: {
    about: 'Lowest level that is logged.',
    read: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  },
  SEXTANT_LOG_FORMAT: {
    about: '`json` or `pretty`. Default: pretty on a terminal.',
    read: z.enum(['json', 'pretty']).optional(),
  },
} satisfies Record<string, { about: string; read: z.ZodType }>

type SettingName = keyof typeof settings
type Values = { [Name in SettingName]: z.output<(typeof settings)[Name]['read']> }

export interface Config {
  host: string
  port: number
  /** Absolute path of the home folder. */
  home: string
  keyFile: string
  /** Origin at which browsers reach this server, without a trailing slash; undefined: from host and bound port. */
  baseUrl: string | undefined
  admin: { username: string; password: string | undefined }
  databaseUrl: string | undefined
  databasePool: number
  redisUrl: string | undefined
  /** The storage through which nodes share the files of tables; undefined: this node shares none. */
  sharedFiles: SharedFilesConfig | undefined
  role: 'all' | 'web' | 'worker'
  /** IANA name. */
  timeZone: string
  /** Settings for weeks and fiscal years. */
  calendar: Calendar
  /** Whether the workspace has its own fiscal year. */
  hasCalendar: boolean
  /** How charts write numbers and times. */
  formats: FormatConfig
  examples: boolean
  engine: {
    /** Undefined: determined by the memory of the machine. */
    children: number | undefined
    memoryMb: number | undefined
    isConfined: boolean
    threads: number | undefined
  }
  limits: {
    queryTimeoutMs: number
    rows: number
    resultBytes: number
    exportBytes: number
    queriesPerUser: number
    queriesWaiting: number
    bodyBytes: number
    uploadBytes: number
    requestsPerSecond: number
    signInsPerMinute: number
    pageSize: number
  }
  cache: { bytes: number; diskBytes: number; timeoutS: number }
  session: { idleMs: number; absoluteMs: number }
  /** 0: no API keys. */
  apiKeyDays: number
  /** Days; 0: never deleted. */
  retention: { logDays: number; permalinkDays: number }
  /** Sign-in through an identity provider or a directory. */
  signIn: SignInConfig
  /** The mail server of alerts and reports; undefined: no mail is sent. */
  smtp: SmtpConfig | undefined
  slack: SlackConfig | undefined
  webhook: WebhookConfig | undefined
  /** Base maps of other servers; undefined: land and borders of the product. */
  map: MapConfig | undefined
  /** Hosts and folders that database connections may reach, in addition to public addresses. */
  databases: { hosts: string[]; folders: string[] }
  trustProxy: string[] | undefined
  /** sites that may show charts in frames */
  frameSites: string[]
  chartTypesDenied: string[]
  /** The role of users who register themselves; undefined: nobody can. */
  registrationRole: string | undefined
  /** The last tab of the lists on the home page; undefined: it shows everything. */
  homeTab: z.infer<typeof HomeTab> | undefined
  /** Texts of errors by their `error_type`. */
  errorTexts: Readonly<Record<string, string>>
  /** Flags that the page of flags cannot change. */
  flags: FlagValues
  /** How browsers are notified of the end of long queries. */
  asyncEvents: { transport: 'polling' | 'ws'; webSocketUrl: string | undefined }
  /** Scheduled backups: when (cron fields in UTC; undefined: never), in which folder, and how many are kept. */
  backups: { crontab: string | undefined; folder: string; most: number }
  /** Charts that are computed before they are opened: when (cron fields in UTC; undefined: never), and how many. */
  warmUp: { crontab: string | undefined; charts: number }
  /** undefined: metrics are available to programs on this machine only. */
  metricsToken: string | undefined
  /** Where traces are sent, and which share of them (0 to 1). */
  traces: { url: string; share: number } | undefined
  log: { level: string; format: 'json' | 'pretty' | undefined }
}

function read(env: NodeJS.ProcessEnv): Values {
  const values: Record<string, unknown> = {}
  for (const [name, { read }] of Object.entries(settings)) {
    const text = env[name]
    const parsed = read.safeParse(text === '' ? undefined : text)
    if (!parsed.success) throw new ConfigError(`${name}: ${parsed.error.issues[0]?.message ?? 'cannot be read'}.`)
    values[name] = parsed.data
  }
  return values as Values
}

const MB = 1024 * 1024
const HOUR_MS = 3_600_000

/** All settings, from the environment, read once at start. Throws ConfigError. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = read(env)
  const base = values.SEXTANT_BASE_URL === undefined ? undefined : new URL(values.SEXTANT_BASE_URL)
  if (base && base.pathname !== '/') throw new ConfigError('SEXTANT_BASE_URL: must have no path.')
  return {
    host: values.HOST,
    port: values.PORT,
    home: resolve(values.SEXTANT_HOME),
    keyFile: resolve(values.SEXTANT_KEY_FILE ?? join(values.SEXTANT_HOME, 'master.key')),
    baseUrl: base?.origin,
    admin: { username: values.SEXTANT_ADMIN_USERNAME, password: values.SEXTANT_ADMIN_PASSWORD },
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    redisUrl: values.REDIS_URL,
    sharedFiles: sharedFilesConfig(values),
    role: values.SEXTANT_ROLE,
    timeZone: values.SEXTANT_TIME_ZONE,
    ...workspaceCalendar(values),
    formats: { numbers: values.SEXTANT_D3_FORMAT, times: values.SEXTANT_D3_TIME_FORMAT },
    examples: values.SEXTANT_EXAMPLES,
    engine: {
      children: values.SEXTANT_ENGINE_CHILDREN,
      memoryMb: values.SEXTANT_ENGINE_MEMORY,
      isConfined: values.SEXTANT_ENGINE_SANDBOX,
      threads: values.SEXTANT_ENGINE_THREADS,
    },
    limits: {
      queryTimeoutMs: values.SEXTANT_QUERY_TIMEOUT * 1000,
      rows: values.SEXTANT_ROW_LIMIT,
      resultBytes: values.SEXTANT_RESULT_MB * MB,
      exportBytes: values.SEXTANT_EXPORT_MB * MB,
      queriesPerUser: values.SEXTANT_QUERIES_PER_USER,
      queriesWaiting: values.SEXTANT_QUERIES_WAITING,
      bodyBytes: values.SEXTANT_BODY_MB * MB,
      uploadBytes: values.SEXTANT_UPLOAD_MB * MB,
      requestsPerSecond: values.SEXTANT_RATE_LIMIT,
      signInsPerMinute: values.SEXTANT_SIGN_INS_PER_MINUTE,
      pageSize: values.SEXTANT_PAGE_SIZE_MAX,
    },
    cache: {
      bytes: values.SEXTANT_CACHE_MB * MB,
      diskBytes: values.SEXTANT_CACHE_DISK_MB * MB,
      timeoutS: values.SEXTANT_CACHE_TIMEOUT,
    },
    session: {
      idleMs: values.SEXTANT_SESSION_IDLE_HOURS * HOUR_MS,
      absoluteMs: values.SEXTANT_SESSION_HOURS * HOUR_MS,
    },
    apiKeyDays: values.SEXTANT_API_KEY_DAYS,
    retention: { logDays: values.SEXTANT_LOG_DAYS, permalinkDays: values.SEXTANT_PERMALINK_DAYS },
    signIn: signInConfig(values),
    smtp: smtpConfig(values),
    slack: slackConfig(values),
    webhook: webhookConfig(values),
    map: mapConfig(values),
    databases: { hosts: values.SEXTANT_DATABASE_HOSTS ?? [], folders: values.SEXTANT_DATABASE_FOLDERS ?? [] },
    trustProxy: values.SEXTANT_TRUST_PROXY,
    frameSites: values.SEXTANT_FRAME_SITES ?? [],
    chartTypesDenied: values.SEXTANT_CHART_TYPES_DENIED ?? [],
    registrationRole: values.SEXTANT_REGISTRATION_ROLE,
    homeTab: values.SEXTANT_HOME_TAB,
    errorTexts: values.SEXTANT_ERROR_TEXTS ?? {},
    flags: values.SEXTANT_FLAGS ?? {},
    asyncEvents: { transport: values.SEXTANT_ASYNC_TRANSPORT, webSocketUrl: values.SEXTANT_ASYNC_WEBSOCKET_URL },
    backups: {
      crontab: values.SEXTANT_BACKUP_CRONTAB,
      folder: resolve(values.SEXTANT_BACKUP_FOLDER ?? join(values.SEXTANT_HOME, 'backups')),
      most: values.SEXTANT_BACKUP_COUNT,
    },
    warmUp: { crontab: values.SEXTANT_WARM_UP_CRONTAB, charts: values.SEXTANT_WARM_UP_CHARTS },
    metricsToken: values.SEXTANT_METRICS_TOKEN,
    traces:
      values.SEXTANT_TRACES_URL === undefined
        ? undefined
        : { url: values.SEXTANT_TRACES_URL, share: values.SEXTANT_TRACES_SHARE },
    log: { level: values.SEXTANT_LOG_LEVEL, format: values.SEXTANT_LOG_FORMAT },
  }
}

/** The table of docs/configuration.md, as Markdown. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { about, read }]) => {
    const parsed = read.safeParse(undefined)
    const byDefault = parsed.success && parsed.data !== undefined ? `\`${String(parsed.data)}\`` : ''
    return `| ${[`\`${name}\``, byDefault, about].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| variable | default | meaning |', '|-|-|-|', ...rows].join('\n')
}
