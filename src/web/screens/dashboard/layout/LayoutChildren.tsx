import { type CSSProperties, lazy, Suspense } from 'react'
import { columnSpan, isFlush, type LayoutNode, naturalHeight, rowTracks } from '../../../../model/dashboard/layout.ts'
import { classes } from '../../../ui/classes.ts'
import { ChartCard } from '../chart/ChartCard.tsx'
import { useDashboard, useSession } from '../state/session.ts'
import css from './LayoutChildren.module.css'
import { LazyAnchor } from './LazyAnchor.tsx'
import { MarkdownBlock } from './MarkdownBlock.tsx'
import { NestedTabs } from './NestedTabs.tsx'

const DynamicBlock = lazy(() => import('./DynamicBlock.tsx'))

/** Components stacked vertically, as in a grid, a tab or a column. `columns` is the width of the container. */
export function LayoutChildren({ nodes, columns }: { nodes: LayoutNode[]; columns: number }) {
  return nodes.map((node) => (
    <div key={node.id} id={isTileType(node) ? undefined : node.id} className={css.item}>
      <LayoutComponent node={node} columns={columns} />
    </div>
  ))
}

/** Whether a component sets the id on its own element, because it may also be a child of a row. */
const isTileType = ({ type }: LayoutNode) =>
  type === 'CHART' || type === 'MARKDOWN' || type === 'COLUMN' || type === 'DYNAMIC'

function LayoutComponent({ node, columns }: { node: LayoutNode; columns: number }) {
  switch (node.type) {
    case 'ROW':
      return <Row row={node} columns={columns} />
    case 'COLUMN':
    case 'CHART':
    case 'MARKDOWN':
    case 'DYNAMIC':
      // the editor places tiles and columns only in rows, but old layouts also contain them outside of rows
      return <Row row={{ ...node, id: `${node.id}-row`, type: 'ROW', meta: {}, children: [node] }} columns={columns} />
    case 'TABS':
      return <NestedTabs tabs={node}>{(nodes) => <LayoutChildren nodes={nodes} columns={columns} />}</NestedTabs>
    case 'HEADER':
      return <Header node={node} />
    case 'DIVIDER':
      return <hr className={css.divider} />
    default:
      return null
  }
}

const isWhite = (node: LayoutNode) => node.meta.background === 'BACKGROUND_WHITE'

/** Cards side by side. A row is as high as its tallest child; children with nearly this height are stretched to it. */
function Row({ row, columns }: { row: LayoutNode; columns: number }) {
  const bigNumbers = useBigNumbers()
  const tracks = rowTracks(row, columns)
  const phoneSpans = phoneSpansOf(row, bigNumbers)
  const height = naturalHeight(row)
  return (
    <div className={classes(css.row, isWhite(row) && css.white)} style={{ '--tracks': tracks } as CSSProperties}>
      {row.children.map((child) => {
        const own = naturalHeight(child)
        const style = {
          '--span': columnSpan(child, columns),
          '--phone-span': phoneSpans.get(child.id) ?? 6,
          '--height': `${(isFlush(child, row) ? height : own) ?? 0}px`,
        } as CSSProperties
        return child.type === 'COLUMN' ? (
          <div key={child.id} id={child.id} className={classes(css.column, isWhite(child) && css.white)} style={style}>
            <Column column={child} span={columnSpan(child, columns)} />
          </div>
        ) : (
          <div key={child.id} id={child.id} className={css.cell} style={style}>
            <Tile node={child} isBigNumber={bigNumbers.has(child.meta.chartId ?? -1)} />
          </div>
        )
      })}
    </div>
  )
}

/** A column divides the height of its row among its tiles, in proportion to their heights. */
function Column({ column, span }: { column: LayoutNode; span: number }) {
  const bigNumbers = useBigNumbers()
  return column.children.map((child) => {
    const height = naturalHeight(child) ?? 0
    const isTile = child.type === 'CHART' || child.type === 'MARKDOWN' || child.type === 'DYNAMIC'
    const style = { '--height': `${height}px`, '--grow': isTile ? height : 0, '--phone-span': 6 } as CSSProperties
    return (
      <div key={child.id} id={child.id} className={classes(css.stacked, isTile && css.tile)} style={style}>
        {isTile ? (
          <Tile node={child} isBigNumber={bigNumbers.has(child.meta.chartId ?? -1)} />
        ) : (
          <LayoutComponent node={child} columns={span} />
        )}
      </div>
    )
  })
}

function Tile({ node, isBigNumber }: { node: LayoutNode; isBigNumber: boolean }) {
  if (node.type === 'MARKDOWN') return <MarkdownBlock code={node.meta.code ?? ''} />
  if (node.type === 'CHART') return <ChartCard node={node} isBigNumber={isBigNumber} />
  return node.type === 'DYNAMIC' ? (
    <Suspense>
      <DynamicBlock node={node} />
    </Suspense>
  ) : null
}

const headingClass: Record<string, string | undefined> = {
  SMALL_HEADER: css.small,
  MEDIUM_HEADER: css.medium,
  LARGE_HEADER: css.large,
}

function Header({ node }: { node: LayoutNode }) {
  const { isFrame } = useSession()
  return (
    <div className={css.titled}>
      <h2
        className={classes(
          css.header,
          headingClass[node.meta.headerSize ?? ''] ?? css.medium,
          isWhite(node) && css.white,
        )}
      >
        {node.meta.text}
      </h2>
      {isFrame ? null : <LazyAnchor id={node.id} name={node.meta.text ?? ''} />}
    </div>
  )
}

/** Below this height, in layout units, a chart whose type is not known yet is treated as a big number. */
const LOW = 20

/** Ids of charts that show one number: small tiles, three per row on a phone. */
function useBigNumbers(): ReadonlySet<number> {
  const { isFrame } = useSession()
  const charts = useDashboard((state) => state.charts)
  const layout = useDashboard((state) => state.layout)
  if (isFrame)
    return new Set(
      [...layout.byId.values()].flatMap(({ meta: { chartId, height = LOW } }) =>
        chartId !== undefined && height < LOW ? [chartId] : [],
      ),
    )
  return new Set([...charts.values()].filter(({ type }) => type?.shows === 'figure').map(({ id }) => id))
}

/** On a phone a row has six tracks: adjacent big numbers span two or three of them, everything else spans all. */
function phoneSpansOf(row: LayoutNode, bigNumbers: ReadonlySet<number>): Map<string, number> {
  const spans = new Map<string, number>()
  let run: LayoutNode[] = []
  const close = () => {
    const span = run.length % 3 === 0 ? 2 : run.length % 2 === 0 ? 3 : 6
    run.forEach((node, index) => spans.set(node.id, span === 6 && run.length > 1 && index < run.length - 1 ? 3 : span))
    run = []
  }
  for (const child of row.children) {
    if (child.type === 'CHART' && bigNumbers.has(child.meta.chartId ?? -1)) run.push(child)
    else close()
  }
  close()
  return spans
}
