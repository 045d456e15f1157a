import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { rowsTableOf, shownBy } from '../../../../charts/index.ts'
import { wholeTable } from '../../../../charts/wholeTable.ts'
import type { ResultFormat, ResultType } from '../../../../model/query/queryObject.ts'
import { can, currentUser, hasFlag, isAdmin } from '../../../api/bootstrap.ts'
import { exportChartData, postQueryTexts } from '../../../api/chartData.ts'
import { createExplorePermalink, sourceKeyOf } from '../../../api/explore.ts'
import { messageOf } from '../../../api/failure.ts'
import { openInSqlLab } from '../../../api/openInSqlLab.ts'
import type { ImageKind } from '../../../chart/chartImage.ts'
import { canDrill, detailRefusal } from '../../../drill/canDrill.ts'
import { drillTexts } from '../../../drill/drillTexts.ts'
import { type ReportDialogName, useReportEntry } from '../../../emailReport/reportMenu.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { saveFile } from '../../../ui/saveFile.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { type Explore, useExplore } from '../state/exploreContext.ts'

const texts = defineTexts('explore.menu', {
  properties: 'Edit chart properties',
  history: 'History',
  dashboards: 'Dashboards added to',
  none: 'None',
  download: 'Download',
  csv: 'Export to .CSV',
  originalCsv: 'Export to original .CSV',
  pivotedCsv: 'Export to pivoted .CSV',
  json: 'Export to .JSON',
  image: 'Download as image',
  png: 'Download as PNG',
  svg: 'Download as SVG',
  excel: 'Export to Excel',
  noPicture: 'Tables can be downloaded as CSV or Excel',
  imageFailed: 'Image download failed, please refresh and try again.',
  share: 'Share',
  copy: 'Copy permalink to clipboard',
  email: 'Share chart by email',
  embed: 'Embed code',
  emailBody: 'Check out this chart: ',
  query: 'View query',
  sqlLab: 'Run in SQL Lab',
  sqlFailed: 'An error occurred while loading the SQL',
  failed: 'Sorry, something went wrong. Try again later.',
  untitled: 'chart',
})

const images = [
  [texts.image, 'jpeg'],
  [texts.png, 'png'],
  [texts.svg, 'svg'],
] as const

/** The dialogs of the header. */
export type HeaderDialog = 'save' | 'changes' | 'properties' | 'history' | 'query' | 'rows' | 'embed' | ReportDialogName

/** The entries of the "..." menu, in the contract's order. */
export function useChartActions(openDialog: (dialog: HeaderDialog) => void): MenuEntry[] {
  const t = useText()
  const copy = useCopy()
  const explore = useExplore()
  const { opened, form, state, errors } = explore
  const sliceId = opened.slice?.slice_id
  const reportEntry = useReportEntry(sliceId === undefined ? undefined : { kind: 'chart', id: sliceId }, openDialog)
  const hidden = detailRefusal(form, explore.datasource)
  const dashboards = opened.metadata?.dashboards ?? []
  const isPivot = rowsTableOf(explore.vizType) === 'pivot'
  const hasPicture = shownBy(explore.vizType) !== 'rows'
  const cannotRun = Object.keys(errors).length > 0
  const name = state.name || t(texts.untitled)

  async function saveImage(kind: ImageKind) {
    try {
      // uses the drawing code that the chart has already loaded
      const { chartImage } = await import('../../../chart/chartImage.ts')
      const picture = explore.picture()
      const blob = picture ? await chartImage(picture, kind, state.name) : undefined
      if (blob) saveFile(blob, name, kind === 'jpeg' ? 'jpg' : kind)
      else toast.warning(t(texts.imageFailed))
    } catch {
      toast.warning(t(texts.imageFailed))
    }
  }

  async function withLink(handle: (link: Promise<string>) => Promise<void>) {
    try {
      await handle(createExplorePermalink(form))
    } catch {
      toast.danger(t(texts.failed))
    }
  }

  return [
    opened.slice ? { label: t(texts.properties), onSelect: () => openDialog('properties') } : false,
    opened.slice
      ? {
          label: t(texts.dashboards),
          items:
            dashboards.length === 0
              ? [{ label: t(texts.none), disabledReason: '' }]
              : dashboards.map(({ id, dashboard_title }) => ({
                  label: dashboard_title ?? String(id),
                  href: `/superset/dashboard/${id}/?focused_chart=${opened.slice?.slice_id}`,
                })),
        }
      : false,
    mayEdit(opened) ? { label: t(texts.history), onSelect: () => openDialog('history') } : false,
    opened.slice ? 'divider' : false,
    !cannotRun && {
      label: t(texts.download),
      items: [
        can('can_csv', 'Superset') && {
          label: t(isPivot ? texts.originalCsv : texts.csv),
          onSelect: () => void download(explore, 'csv', name),
        },
        isPivot &&
          can('can_csv', 'Superset') && {
            label: t(texts.pivotedCsv),
            onSelect: () => void download(explore, 'csv', name, 'post_processed'),
          },
        { label: t(texts.json), onSelect: () => void download(explore, 'json', name) },
        ...images.map(
          ([label, kind]): MenuEntry => ({
            label: t(label),
            disabledReason: hasPicture ? false : t(texts.noPicture),
            onSelect: () => void saveImage(kind),
          }),
        ),
        can('can_csv', 'Superset') && {
          label: t(texts.excel),
          onSelect: () => void download(explore, 'xlsx', name, isPivot ? 'post_processed' : 'full'),
        },
      ],
    },
    {
      label: t(texts.share),
      items: [
        { label: t(texts.copy), onSelect: () => void withLink((link) => copy(link)) },
        {
          label: t(texts.email),
          onSelect: () =>
            void withLink(async (link) => {
              const body = encodeURIComponent(`${t(texts.emailBody)}${await link}`)
              window.location.href = `mailto:?subject=${encodeURIComponent(name)}&body=${body}`
            }),
        },
        hasFlag('EMBEDDABLE_CHARTS') && { label: t(texts.embed), onSelect: () => openDialog('embed') },
      ],
    },
    'divider',
    reportEntry,
    { label: t(texts.query), onSelect: () => openDialog('query') },
    !cannotRun &&
      canDrill(form) && {
        label: t(drillTexts.detail),
        disabledReason: hidden && t(hidden),
        onSelect: () => openDialog('rows'),
      },
    can('can_sqllab', 'Superset') &&
      !cannotRun && {
        label: t(texts.sqlLab),
        onSelect: () => void toSqlLab(explore).catch(() => toast.danger(t(texts.sqlFailed))),
      },
  ]
}

/** Whether the user may change the saved chart. */
const mayEdit = ({ slice }: Explore['opened']): boolean =>
  slice !== null &&
  can('can_write', 'Chart') &&
  (isAdmin() || slice.is_editor === true || slice.owners.includes(currentUser.userId ?? -1))

/** Opens the SQL of the current controls in SQL Lab; rejects if they result in no SQL. */
async function toSqlLab({ form, datasource, dataset }: Explore): Promise<void> {
  const context = await buildQueryContext({ formData: form, datasource, resultType: 'query' })
  const [first] = context === null ? [] : await postQueryTexts(context)
  if (first?.query === undefined) throw new Error(first?.error ?? undefined)
  openInSqlLab({ sql: first.query, datasourceKey: sourceKeyOf(dataset) })
}

/** `post_processed`: the table that the chart shows, instead of its rows. */
async function download(
  { form, datasource, vizType }: Explore,
  resultFormat: ResultFormat,
  name: string,
  resultType: ResultType = 'full',
): Promise<void> {
  try {
    const formData = { ...form, ...wholeTable(vizType) }
    const context = await buildQueryContext({ formData, datasource, resultFormat, resultType })
    if (context === null) return
    // the other queries of a pivot table are its totals
    if (resultType === 'full' && rowsTableOf(vizType) === 'pivot') context.queries = context.queries.slice(0, 1)
    const blob = await exportChartData(context)
    saveFile(blob, name, blob.type.includes('zip') ? 'zip' : resultFormat)
  } catch (error) {
    toast.danger(messageOf(error))
  }
}
