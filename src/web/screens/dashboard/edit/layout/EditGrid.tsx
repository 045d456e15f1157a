import { Check, PaintBucket, Pencil } from 'lucide-react'
import type { CSSProperties } from 'react'
import { columnSpan, type LayoutNode, naturalHeight, rowTracks } from '../../../../../model/dashboard/layout.ts'
import { changeMeta } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { classes } from '../../../../ui/classes.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Menu } from '../../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import DynamicBlock from '../../layout/DynamicBlock.tsx'
import grid from '../../layout/LayoutChildren.module.css'
import { useEditor } from '../editStore.ts'
import { EditChart } from './EditChart.tsx'
import css from './EditGrid.module.css'
import { EditItem } from './EditItem.tsx'
import { EditMarkdown } from './EditMarkdown.tsx'
import { EditTabs } from './EditTabs.tsx'
import { InPlaceText } from './InPlaceText.tsx'
import { ResizeHandles } from './ResizeHandles.tsx'

const texts = defineTexts('dashboard.edit.grid', {
  emptyRow: 'Empty row',
  emptyColumn: 'Empty column',
  emptyTab: 'Drag charts here, or choose one from the list on the right',
  background: 'Background',
  transparent: 'Transparent background',
  white: 'White background',
  size: 'Size',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  header: 'Header text',
  newHeader: 'New header',
})

interface PlaceProps {
  /** width of the container in columns */
  columns: number
}

/** Components stacked vertically in edit mode, with the same dimensions as in view mode. */
export function EditChildren({ nodes, columns }: PlaceProps & { nodes: LayoutNode[] }) {
  return nodes.map((node) => <EditComponent key={node.id} node={node} columns={columns} />)
}

function EditComponent({ node, columns }: PlaceProps & { node: LayoutNode }) {
  switch (node.type) {
    case 'ROW':
      return <EditRow row={node} columns={columns} />
    case 'COLUMN':
    case 'CHART':
    case 'MARKDOWN':
    case 'DYNAMIC':
      // the editor places tiles and columns only in rows, but old layouts also contain them outside of rows
      return (
        <div className={classes(grid.item, grid.row)} style={{ '--tracks': columns } as CSSProperties}>
          <Cell node={node} columns={columns} />
        </div>
      )
    case 'TABS':
      return (
        <EditItem node={node} columns={columns} className={grid.item} byGrip>
          <EditTabs tabs={node} look="nested">
            {(tab) => <EditPanel tab={tab} columns={columns} />}
          </EditTabs>
        </EditItem>
      )
    case 'HEADER':
      return <EditHeading node={node} columns={columns} />
    case 'DIVIDER':
      return (
        <EditItem node={node} columns={columns} className={grid.item} tools="beside">
          <hr className={grid.divider} />
        </EditItem>
      )
    default:
      return null
  }
}

/** The content of a nested tab, or a hint if it is empty. */
function EditPanel({ tab, columns }: PlaceProps & { tab: LayoutNode }) {
  const t = useText()
  return (
    <div data-holds={tab.id} className={css.panel}>
      {tab.children.length === 0 ? <p className={css.empty}>{t(texts.emptyTab)}</p> : null}
      <EditChildren nodes={tab.children} columns={columns} />
    </div>
  )
}

const isWhite = (node: LayoutNode) => node.meta.background === 'BACKGROUND_WHITE'

function EditRow({ row, columns }: PlaceProps & { row: LayoutNode }) {
  const t = useText()
  return (
    <EditItem
      node={row}
      columns={columns}
      tools="beside"
      byGrip
      toolbar={<BackgroundMenu node={row} />}
      className={classes(grid.item, isWhite(row) && grid.white)}
    >
      <div
        data-holds={row.id}
        className={classes(grid.row, css.row, row.children.length === 0 && css.empty)}
        style={{ '--tracks': rowTracks(row, columns) } as CSSProperties}
      >
        {row.children.length === 0 ? t(texts.emptyRow) : null}
        {row.children.map((child) => (
          <Cell key={child.id} node={child} columns={columns} />
        ))}
      </div>
    </EditItem>
  )
}

function Cell({ node, columns }: PlaceProps & { node: LayoutNode }) {
  const t = useText()
  // the tile is not stretched to the row height, so that users see the size that they change
  const height = naturalHeight(node)
  const span = columnSpan(node, columns)
  const style = { '--span': span, '--phone-span': 6, '--height': `${height ?? 0}px` } as CSSProperties
  if (node.type !== 'COLUMN') {
    return (
      <Tile node={node} columns={columns} className={grid.cell} style={style} sides={['right', 'bottom', 'corner']} />
    )
  }
  return (
    <EditItem
      node={node}
      columns={columns}
      byGrip
      toolbar={<BackgroundMenu node={node} />}
      className={classes(grid.column, css.column, isWhite(node) && grid.white)}
      style={style}
      resizable={<ResizeHandles node={node} columns={columns} sides={['right']} />}
    >
      <div data-holds={node.id} className={classes(css.stack, node.children.length === 0 && css.empty)}>
        {node.children.length === 0 ? t(texts.emptyColumn) : null}
        {node.children.map((child) => {
          const own = naturalHeight(child) ?? 0
          const isTile = child.type === 'CHART' || child.type === 'MARKDOWN' || child.type === 'DYNAMIC'
          const tileStyle = { '--height': `${own}px`, '--grow': own, '--phone-span': 6 } as CSSProperties
          return isTile ? (
            <Tile
              key={child.id}
              node={child}
              columns={span}
              className={classes(grid.stacked, grid.tile)}
              style={tileStyle}
              sides={['bottom']}
            />
          ) : (
            <EditComponent key={child.id} node={child} columns={span} />
          )
        })}
      </div>
    </EditItem>
  )
}

interface TileProps extends PlaceProps {
  node: LayoutNode
  className: string | undefined
  style: CSSProperties
  sides: ('right' | 'bottom' | 'corner')[]
}

function Tile({ node, columns, className, style, sides }: TileProps) {
  const handles = <ResizeHandles node={node} columns={columns} sides={sides} />
  if (node.type === 'MARKDOWN') {
    return <EditMarkdown node={node} columns={columns} className={className} style={style} handles={handles} />
  }
  if (node.type === 'DYNAMIC') {
    return (
      <EditItem node={node} columns={columns} className={className} style={style} resizable={handles}>
        <DynamicBlock node={node} />
      </EditItem>
    )
  }
  return <EditChart node={node} columns={columns} className={className} style={style} handles={handles} />
}

const headingClass: Record<string, string | undefined> = {
  SMALL_HEADER: grid.small,
  MEDIUM_HEADER: grid.medium,
  LARGE_HEADER: grid.large,
}

function EditHeading({ node, columns }: PlaceProps & { node: LayoutNode }) {
  const t = useText()
  const editor = useEditor()
  const size = node.meta.headerSize ?? 'MEDIUM_HEADER'
  return (
    <EditItem
      node={node}
      columns={columns}
      className={grid.item}
      tools="beside"
      toolbar={<BackgroundMenu node={node} withSize />}
    >
      <div
        className={classes(grid.header, headingClass[size] ?? grid.medium, css.heading, isWhite(node) && grid.white)}
      >
        <InPlaceText
          label={t(texts.header)}
          className={css.headingField}
          placeholder={t(texts.newHeader)}
          value={node.meta.text ?? ''}
          onCommit={(text) => editor.apply(changeMeta(editor.position(), node.id, { text }))}
        />
      </div>
    </EditItem>
  )
}

/** Background of rows, columns and headers, and the size of a header. */
function BackgroundMenu({ node, withSize = false }: { node: LayoutNode; withSize?: boolean }) {
  const t = useText()
  const editor = useEditor()
  const set = (meta: Record<string, string>) => editor.apply(changeMeta(editor.position(), node.id, meta))
  const size = node.meta.headerSize ?? 'MEDIUM_HEADER'
  const sizes = [
    ['SMALL_HEADER', t(texts.small)],
    ['MEDIUM_HEADER', t(texts.medium)],
    ['LARGE_HEADER', t(texts.large)],
  ] as const
  return (
    <Menu
      trigger={
        <IconButton
          size="xs"
          tooltip={false}
          label={t(texts.background)}
          icon={withSize ? <Pencil size={14} /> : <PaintBucket size={14} />}
        />
      }
      items={[
        ...(withSize
          ? [
              { heading: t(texts.size) },
              ...sizes.map(([value, label]) => ({
                label,
                icon: size === value ? <Check size={14} /> : <span />,
                onSelect: () => set({ headerSize: value }),
              })),
              'divider' as const,
            ]
          : []),
        {
          label: t(texts.transparent),
          icon: isWhite(node) ? <span /> : <Check size={14} />,
          onSelect: () => set({ background: 'BACKGROUND_TRANSPARENT' }),
        },
        {
          label: t(texts.white),
          icon: isWhite(node) ? <Check size={14} /> : <span />,
          onSelect: () => set({ background: 'BACKGROUND_WHITE' }),
        },
      ]}
    />
  )
}
