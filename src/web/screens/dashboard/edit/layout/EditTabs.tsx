import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { PanelTopClose, Plus, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { LayoutNode } from '../../../../../model/dashboard/layout.ts'
import {
  addComponent,
  changeMeta,
  newComponent,
  removeComponent,
  removeTopLevelTabs,
} from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { classes } from '../../../../ui/classes.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { defineTexts, useRichText, useText } from '../../../../ui/text.ts'
import { openTab } from '../../state/actions.ts'
import { useDashboard, useSession } from '../../state/session.ts'
import { newId, useEdit, useEditor } from '../editStore.ts'
import { useItemName } from './EditItem.tsx'
import css from './EditTabs.module.css'
import { InPlaceText } from './InPlaceText.tsx'
import { useCarry } from './useCarry.ts'

const texts = defineTexts('dashboard.edit.tabs', {
  tabs: 'Tabs',
  untitled: 'Tab title',
  rename: 'Tab title',
  add: 'Add a tab',
  remove: 'Delete tab {name}',
  removeTitle: 'Delete dashboard tab?',
  removeText:
    'Deleting a tab will remove all content within it. You may still reverse this action with the <b>undo</b> button (cmd + z) until you save your changes.',
  collapse: 'Collapse tab content',
  delete: 'DELETE',
})

/** While dragging, holding the pointer over a tab for this time opens it. */
const OPEN_AFTER_MS = 350

interface EditTabsProps {
  tabs: LayoutNode
  look: 'top' | 'nested'
  /** the content of the open tab; for the top tabs, it is shown elsewhere */
  children?: (tab: LayoutNode) => ReactNode
}

/** A row of tabs in edit mode: opened by a click, renamed by a second one, moved, added, deleted. */
export function EditTabs({ tabs, look, children }: EditTabsProps) {
  const t = useText()
  const rich = useRichText()
  const editor = useEditor()
  const { store } = useSession()
  const active = useDashboard((state) => state.activeTabs[tabs.id])
  const [renaming, setRenaming] = useState<string>()
  const [removing, setRemoving] = useState<LayoutNode>()
  const openId = tabs.children.some(({ id }) => id === active) ? active : tabs.children[0]?.id
  const open = tabs.children.find(({ id }) => id === openId)

  function add() {
    const tab = newComponent('TAB', newId('TAB'))
    if (!editor.apply(addComponent(editor.position(), tab, { parentId: tabs.id, index: tabs.children.length }, newId)))
      return
    openTab(store, tabs.id, tab.id)
    setRenaming(tab.id)
  }

  return (
    <div className={css[look]}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains tabs, not form fields */}
      <div role="group" aria-label={t(texts.tabs)} data-holds={tabs.id} className={css.list}>
        {tabs.children.map((tab) => (
          <EditTab
            key={tab.id}
            tab={tab}
            isOpen={tab.id === openId}
            isRenaming={tab.id === renaming}
            onOpen={() => openTab(store, tabs.id, tab.id)}
            onRename={(isOn) => setRenaming(isOn ? tab.id : undefined)}
            onRemove={() => setRemoving(tab)}
          />
        ))}
        <IconButton size="xs" label={t(texts.add)} icon={<Plus size={15} />} onClick={add} />
        {look === 'top' ? (
          <IconButton
            size="xs"
            className={css.collapse}
            label={t(texts.collapse)}
            icon={<PanelTopClose size={15} />}
            onClick={() => editor.apply(removeTopLevelTabs(editor.position()))}
          />
        ) : null}
      </div>
      {open && children ? children(open) : null}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        danger
        title={t(texts.removeTitle)}
        confirmLabel={t(texts.delete)}
        onConfirm={() => {
          if (removing) editor.apply(removeComponent(editor.position(), removing.id))
          setRemoving(undefined)
        }}
      >
        {rich(texts.removeText, { b: (parts) => <b key="undo">{parts}</b> })}
      </ConfirmDialog>
    </div>
  )
}

interface EditTabProps {
  tab: LayoutNode
  isOpen: boolean
  isRenaming: boolean
  onOpen: () => void
  onRename: (isOn: boolean) => void
  onRemove: () => void
}

function EditTab({ tab, isOpen, isRenaming, onOpen, onRename, onRemove }: EditTabProps) {
  const t = useText()
  const editor = useEditor()
  const ref = useRef<HTMLDivElement>(null)
  const name = useItemName()(tab)
  const title = tab.meta.text || t(texts.untitled)
  const isCarried = useEdit(({ lifted }) => lifted?.carried.kind === 'move' && lifted.carried.id === tab.id)
  useCarry(ref, () => (isRenaming ? undefined : { kind: 'move', id: tab.id }), name)
  const afterPress = useAfterPress(isRenaming)
  useOpenWhileDragging(ref, () => {
    if (isOpen) return
    onOpen()
    requestAnimationFrame(editor.refreshPlaces)
  })
  return (
    <div
      ref={ref}
      id={tab.id}
      data-tab={isOpen ? 'open' : 'closed'}
      className={classes(css.tab, isOpen && css.open, isCarried && css.carried)}
    >
      {isRenaming ? (
        <InPlaceText
          label={t(texts.rename)}
          className={css.field}
          placeholder={t(texts.untitled)}
          value={tab.meta.text ?? ''}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => afterPress(() => onRename(false))}
          onCommit={(text) => editor.apply(changeMeta(editor.position(), tab.id, { text }))}
        />
      ) : (
        <button
          type="button"
          className={css.name}
          aria-current={isOpen ? 'true' : undefined}
          onClick={() => (isOpen ? onRename(true) : onOpen())}
          onKeyDown={(event) => {
            if (event.key === ' ' && isOpen) editor.lift({ kind: 'move', id: tab.id }, name, 'keyboard')
            else if (event.key === 'Delete') onRemove()
            else if (event.key === 'F2') onRename(true)
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          {title}
        </button>
      )}
      {isOpen ? (
        <IconButton
          size="xs"
          tooltip={false}
          className={css.remove}
          label={t(texts.remove, { name: title })}
          icon={<X size={12} />}
          onClick={onRemove}
        />
      ) : null}
    </div>
  )
}

/**
 * Runs something after the pointer is released: a field that closes during a press would move the elements below it,
 * and the click would be lost.
 */
function useAfterPress(isWatched: boolean): (work: () => void) => void {
  const press = useRef({ isDown: false, after: undefined as (() => void) | undefined })
  useEffect(() => {
    if (!isWatched) return
    const down = () => {
      press.current.isDown = true
    }
    const up = () => {
      press.current.isDown = false
      const { after } = press.current
      press.current.after = undefined
      // after the click that ends the press
      if (after) window.setTimeout(after)
    }
    const ends = ['pointerup', 'pointercancel', 'dragend'] as const
    window.addEventListener('pointerdown', down, true)
    for (const end of ends) window.addEventListener(end, up, true)
    return () => {
      window.removeEventListener('pointerdown', down, true)
      for (const end of ends) window.removeEventListener(end, up, true)
    }
  }, [isWatched])
  return (work) => {
    if (press.current.isDown) press.current.after = work
    else work()
  }
}

function useOpenWhileDragging(ref: RefObject<HTMLElement | null>, open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!ref.current) return
    let timer = 0
    return dropTargetForElements({
      element: ref.current,
      onDragEnter: () => {
        timer = window.setTimeout(() => latest.current(), OPEN_AFTER_MS)
      },
      onDragLeave: () => window.clearTimeout(timer),
      onDrop: () => window.clearTimeout(timer),
    })
  }, [ref])
}
