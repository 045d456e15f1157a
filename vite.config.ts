import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ViteDevServer } from 'vite'
import { compiledTexts } from './scripts/compiledTexts.ts'
import { oldestBrowsers } from './scripts/oldestBrowsers.ts'
import { catalogues } from './scripts/texts/catalogueParts.ts'

/** The address of the server of `npm run dev`; Vite proxies it and adds reloading. */
const backend = process.env['SEXTANT_DEV_BACKEND'] ?? 'http://127.0.0.1:8088'
const entry = 'src/web/main.tsx'
/** Syntax that the oldest browsers lack is replaced, and properties get the prefixes that they need. */
const { safari_ios: ios, ...desktop } = oldestBrowsers
const buildTargets = Object.entries({ ...desktop, ios }).map(([browser, version]) => `${browser}${version}`)
const base = '/static/'

/** The ECharts modules of a line chart; modules that list all parts (`export/charts.js`) are not followed. */
const lineChartParts =
  /node_modules[\\/]echarts[\\/]lib[\\/](export[\\/]core|chart[\\/]line[\\/]install|component[\\/](dataset|grid|legend|tooltip)[\\/]install|label[\\/]installLabelLayout|renderer[\\/]installCanvasRenderer)\.js$/
/** The modules of these parts, and those that they import. */
const lineChartModules = new Set<string>()

function collectLineChart(): Plugin {
  return {
    name: 'sextant:collect-line-chart',
    apply: 'build',
    buildEnd() {
      const found = [...this.getModuleIds()].filter((id) => lineChartParts.test(id))
      for (const id of found) {
        if (lineChartModules.has(id)) continue
        lineChartModules.add(id)
        found.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}

/** Modules that pages with charts share, without those of single chart types and those that a menu opens. */
const sharedByCharts =
  /src[\\/](charts[\\/](drawn|shared[\\/](color[\\/](?!sequential|readable)|echarts[\\/]|format[\\/]|markList[\\/])|shared[\\/]query[\\/](buildQueryObject|filters|timeComparison|xAxis)|shared[\\/](crossFilter|echartsTheme|evenStep|legend(?:Sizes)?|metricFormat|noDatasource|plugins[\\/]pluginChart|readInSteps|readOnce|steps|textWidth|theme|tooltipHtml|trueMinus|useInOwnTask|useReading)\.)|filters[\\/](?!shared[\\/]ChoiceFilter|range[\\/]slider)|web[\\/]chart[\\/](?!chartImage|culpritText|imageHeading|mapGestures|ViewQuery|dataRows|ReaderSlider|SourceCharts|offeredTypes|pluginTypes|searchCharts|useLayerFaults|RawRows|TimeFormatMenu))/

/** Reads form data, builds queries and lists the types: a page that only shows charts does not need these modules. */
const chartQueries =
  /src[\\/]charts[\\/]([^\\/]+\.ts$|[^\\/]+[\\/]about\.ts$|shared[\\/](fields|controlGroups|.*[\\/](formData|buildQuery|migrate|controls)\.))/

/**
 * Parts of packages that pages do not use: JSON schema output of zod (a third of the library), ECharts' own dark theme
 * and loading animation.
 */
const unused =
  /node_modules[\\/](zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)|echarts[\\/]lib[\\/](theme[\\/]dark|loading[\\/]default))\.js$/

/** Replaces the unused parts with empty functions of the same names. */
function withoutUnused(): Plugin {
  return {
    name: 'sextant:without-unused',
    apply: 'build',
    transform: {
      filter: { id: unused },
      handler(code) {
        const declared = [...code.matchAll(/^export (default|const|function) ?(\w+)?/gm)].map(([, kind, name]) =>
          kind === 'default' ? 'default' : name,
        )
        const listed = [...code.matchAll(/^export \{ (.+) \}/gm)].flatMap(([, names]) =>
          (names ?? '').split(', ').map((each) => each.split(' as ').at(-1)),
        )
        const nothing = [...declared, ...listed].map((name) => `nothing as ${name}`).join(', ')
        return { code: `const nothing = () => undefined\nexport { ${nothing} }`, map: null }
      },
    },
  }
}

const zodCore = /node_modules[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/

/**
 * zod's compiler tests whether `eval` is allowed by calling it, which the content security policy reports. Set in the
 * library, so that pages without a schema do not load a part of it.
 */
function withoutEval(): Plugin {
  return {
    name: 'sextant:without-eval',
    apply: 'build',
    transform: {
      filter: { id: zodCore },
      handler: (code) => ({ code: `${code}\nconfig({ jitless: true })\n`, map: null }),
    },
  }
}

const intlCore = /node_modules[\\/]@formatjs[\\/]intl[\\/]index\.js$/
const localeCheck = /Intl\.(NumberFormat|DateTimeFormat)\.supportedLocalesOf\(locale\)\.length/g

/**
 * The library tests whether the browser knows the language of the page, and logs a message if not. Browsers know all of
 * our languages, and the first test lists all languages of the browser, which delays the rendering by 20 ms.
 */
function withoutLocaleCheck(): Plugin {
  return {
    name: 'sextant:without-locale-check',
    apply: 'build',
    transform: {
      filter: { id: intlCore },
      handler(code) {
        if (code.match(localeCheck)?.length !== 2)
          this.error(`${intlCore} has changed: its test of the language is not found`)
        return { code: code.replace(localeCheck, 'true') }
      },
    },
  }
}

/**
 * The server renders the page (it contains the bootstrap data), so in development its pages are fetched here and the
 * built assets in them are replaced by the sources. The content security policy is omitted: Vite's client uses inline
 * styles and scripts.
 */
function pagesFromServer(): Plugin {
  return {
    name: 'sextant:pages-from-server',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
        if (!isPage || request.url === undefined || request.url.startsWith(base)) return next()
        answerPage(server, request.url, request.headers.cookie).then(({ status, headers, body }) => {
          response.writeHead(status, headers)
          response.end(body)
        }, next)
      })
    },
  }
}

async function answerPage(server: ViteDevServer, url: string, cookie: string | undefined) {
  const answer = await fetch(new URL(url, backend), {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
  })
  const headers: Record<string, string | string[]> = {
    'content-type': answer.headers.get('content-type') ?? 'text/html',
    'cache-control': 'no-store',
  }
  const location = answer.headers.get('location')
  if (location !== null) headers['location'] = location.replace(new URL(backend).origin, '')
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const body = Buffer.from(await answer.arrayBuffer())
  if (!String(headers['content-type']).startsWith('text/html') || location !== null) {
    return { status: answer.status, headers, body }
  }
  const bare = body
    .toString()
    .replaceAll(/<script\b[^>]*><\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .replaceAll(`href="${base}`, 'href="/')
    .replace('</body>', `<script type="module" src="/${entry}"></script></body>`)
  return { status: answer.status, headers, body: await server.transformIndexHtml(url, bare) }
}

/** Chunks that most pages run: the entry, chunks named after their files, and the groups that `ofPages` adds. */
const runsWithPage = new Set(['main', 'DashboardScreen', 'EChartsView'])

/** The name of a group of modules that most pages run. */
function ofPages(name: string): string {
  runsWithPage.add(name)
  return name
}

/**
 * Chromium compiles the functions of these chunks while they are downloaded, beside the main thread, and keeps all of
 * them in its cache: without this line at the top, it compiles each function when it is first called.
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'sextant:compiled-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !runsWithPage.has(chunk.name)) continue
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}

/** Each chunk and all that it imports statically, loaded before it can import anything else. */
const loadedWith = new Map<string, ReadonlySet<string>>()

function collectLoaded(): Plugin {
  return {
    name: 'sextant:collect-loaded',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const file of Object.keys(bundle)) {
          const found = new Set([file])
          for (const each of found) {
            const chunk = bundle[each]
            if (chunk?.type !== 'chunk') continue
            for (const further of chunk.imports) found.add(further)
          }
          loadedWith.set(file, found)
        }
      },
    },
  }
}

/** Chunks that each page with charts has requested in its HTML. */
const onPagesWithCharts =
  /^assets[\\/](charts|dashboard|dashboardPage|echarts|EChartsView|formats|kit|pages|timeseries)-/

/**
 * The scripts that are requested together with an imported chunk, because it imports them: not the chunk itself, nor
 * what the importing chunk or its page has. Each one in the list costs the page about a millisecond.
 */
function requestedBeside(file: string, scripts: string[], importer: string): string[] {
  const loaded = loadedWith.get(importer)
  // the entry chunk is also on pages without charts
  const isOfAnyPage = /^assets[\\/]main-/.test(importer)
  return scripts.filter((each) => each !== file && !loaded?.has(each) && (isOfAnyPage || !onPagesWithCharts.test(each)))
}

/** The packages and source files of each chunk, from which the byte budget is computed. */
function chunkContents(): Plugin {
  return {
    name: 'sextant:chunk-contents',
    apply: 'build',
    generateBundle(_options, bundle) {
      const contents = Object.fromEntries(
        Object.values(bundle)
          .filter((output) => output.type === 'chunk')
          .map((chunk) => [chunk.fileName, [...new Set(chunk.moduleIds.map(moduleName))].toSorted()]),
      )
      this.emitFile({ type: 'asset', fileName: '.vite/contents.json', source: JSON.stringify(contents, null, 1) })
    },
  }
}

/** A package by its name, a source file by its path. */
function moduleName(id: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(id)
  return inPackage?.[1] ?? id.replace(`${import.meta.dirname}/`, '')
}

/** `Popover_k3f9_title`: all classes of a file start with the same letters, which compresses well. */
function scopedName(local: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, '')).replaceAll('\\', '/')
  const hash = createHash('sha256').update(path).digest('base64url').slice(0, 4)
  return `${basename(path, '.module.css')}_${hash}_${local}`
}

export default defineConfig({
  base,
  appType: 'custom',
  publicDir: 'src/web/public',
  plugins: [
    react(),
    pagesFromServer(),
    withoutUnused(),
    withoutEval(),
    withoutLocaleCheck(),
    ...compiledTexts(),
    catalogues(),
    collectLineChart(),
    chunkContents(),
    collectLoaded(),
    compiledAtOnce(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: buildTargets,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: {
      resolveDependencies: (file, scripts, { hostId }) => requestedBeside(file, scripts, hostId),
    },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: entry,
      output: {
        // Every page has a list of these names: hashes of seven characters are as safe as longer ones.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // A few large chunks: many small ones compress badly and queue up.
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 4 },
            // What every drawn chart shares, including the line chart; other types add their own part.
            { name: ofPages('echarts'), test: (id) => lineChartModules.has(id), priority: 3 },
            // Reading saved charts, formats and colors: shared by every screen with charts. Libraries are a separate
            // chunk below all of our code, so that no two chunks depend on each other.
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/, minShareCount: 2, priority: 2 },
            {
              name: 'formats',
              test: /node_modules[\\/]d3-(array|format|time|time-format)[\\/]/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: ofPages('charts'),
              test: sharedByCharts,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Shared by viewing a dashboard and editing it, without the schemas that only saving needs; the icon would
            // be a separate file.
            {
              name: ofPages('dashboard'),
              test: /src[\\/](model[\\/](dashboard[\\/](?!(?:dashboard|filterTargets)\.)|query[\\/]labels)|web[\\/](api[\\/]dashboardView|screens[\\/]dashboard[\\/](state[\\/](dashboardStore|session)|DashboardCss|header[\\/]refreshIntervals)\.))|zustand[\\/].*shallow|query-core[\\/].*queriesObserver|react-query[\\/].*useQueries|lucide-react[\\/].*[\\/]sliders-horizontal\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Shared by the page and its loading state.
            {
              name: ofPages('dashboardPage'),
              test: /src[\\/]web[\\/]screens[\\/]dashboard[\\/](state[\\/](actions|showComponent)|header[\\/]mayEdit|editMode|Load|chart[\\/](FilterBadge|ChartBody|Description|MissingChart|TileMessage|ChartHeader\.module|ChartCard\.module)|filterBar[\\/](filterBarState|useLocateFilter|FilterInput|useFilterOptions|FilterControl|FilterList|ApplyButtons|FilterInfo|CrossFilters|EditFilters)|state[\\/]visibility|layout[\\/](MarkdownBlock|LayoutChildren\.module)|DashboardPage\.module)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: 'chartQueries',
              test: chartQueries,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Small modules of many pages: a separate file for each would cost more than its content.
            {
              name: ofPages('pages'),
              test: /src[\\/](web[\\/](api[\\/](activity|favourites|permalinks|chartData|chartLines)|controls[\\/]timeRange[\\/]shown(Data|Zone))|model[\\/](query[\\/]markedText|basics[\\/]ownValue|dataset[\\/]dataset))\.|react-query[\\/].*useMutation|query-core[\\/].*mutationObserver/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Small modules of maps and of the controls for maps.
            {
              name: 'maps',
              test: /src[\\/](model[\\/]geography[\\/]savedMap|web[\\/]api[\\/]mapBoundaries|charts[\\/]shared[\\/]maps[\\/]viewport)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Charts over time, of which the line chart is one.
            {
              name: ofPages('timeseries'),
              test: /src[\\/](charts[\\/](shared[\\/](plot[\\/]dots|timeseries[\\/](axes|layout|stack|model|styles|drawing|optionalParts|series|source|tooltip|valueLabels)|echarts[\\/](cartesian|line))|line[\\/]drawing)|model[\\/]query[\\/]pointCells)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Small modules of many types.
            {
              name: ofPages('chartParts'),
              test: /src[\\/](charts[\\/]shared[\\/](timeseries[\\/]unfinished|color[\\/]readable|belowZero|groups|note|plot[\\/]cells)|model[\\/]time[\\/]wallClock)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // What charts over time need for many series, or for labels.
            {
              name: ofPages('seriesParts'),
              test: /src[\\/](charts[\\/]shared[\\/]timeseries[\\/](fewerSeries|moreSeries|labelPlan|lineExtras|others)|model[\\/]language[\\/]formatNames)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Small parts of ECharts that several chart types share.
            {
              name: 'echartsParts',
              test: /node_modules[\\/]echarts[\\/]lib[\\/](util[\\/]shape[\\/]sausage|layout[\\/](barGrid|barCommon)|component[\\/]helper[\\/](sliderMove|cursorHelper|brushHelper|RoamController|interactionMutex)|label[\\/]sectorLabel|chart[\\/]helper[\\/](createSeriesDataSimply|sectorHelper|axisSnippets)|visual[\\/]LegendVisualProvider|coord[\\/]axisStatistics(MetricsImpl)?|processor[\\/]dataFilter)\.js$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Opened together: the filters' form needs all of them.
            {
              name: 'filterSettings',
              test: /src[\\/]filters[\\/](editing|[^\\/]+[\\/]settings)\./,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Form components: no page shows one before the user opens it.
            {
              name: 'forms',
              test: /node_modules[\\/]@(base-ui|floating-ui)|src[\\/]web[\\/]ui[\\/](select|code|Checkbox|ConfirmDialog|NumberField|Radio|Slider|Table|useDiscardQuestion)/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: ofPages('kit'),
              test: /node_modules[\\/]lucide-react|src[\\/]web[\\/]ui[\\/](?!TextArea|paint[\\/](copies|paint))/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['SEXTANT_DEV_PORT'] ?? 5173),
    proxy: Object.fromEntries(
      [
        '/api',
        '/superset',
        '/login',
        '/logout',
        '/setup',
        '/health',
        '/lang',
        '/datasource',
        '/dashboardasync',
        '/dynamic-plugins',
        '/plugins',
      ].map((path) => [path, { target: backend, ws: path === '/api' }]),
    ),
  },
})
