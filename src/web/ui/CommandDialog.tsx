import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './CommandDialog.module.css'
import { Kbd } from './Kbd.tsx'
import { focusAtOnce } from './overlay/focusAtOnce.ts'
import { SpinnerRing } from './Spinner.tsx'

export interface Command {
  id: string
  label: string
  hint?: string
  icon: ReactNode
  shortcut?: string
  /** a page: Enter opens it, with the modifier in a new tab */
  href?: string
  onSelect?: () => void
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

export interface CommandDialogProps {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  groups: CommandGroup[]
  busy: boolean
  emptyText: string
  footer: ReactNode
  onClose: () => void
  /** opens a page in this tab */
  onOpen: (href: string) => void
}

/** One field that finds things and does things; arrows move, Enter does. */
export function CommandDialog(props: CommandDialogProps) {
  const { label, query, groups, onClose, onOpen } = props
  const listId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const commands = groups.flatMap((group) => group.commands)
  const active = Math.min(activeIndex, commands.length - 1)

  useEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function choose(command: Command | undefined, inNewTab: boolean) {
    if (!command) return
    if (command.href !== undefined && inNewTab) {
      window.open(command.href, '_blank', 'noopener')
      return
    }
    onClose()
    command.onSelect?.()
    if (command.href !== undefined) onOpen(command.href)
  }

  function onKeyDown(event: KeyboardEvent) {
    // the keys of a word that is still being composed are the input method's
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      setActiveIndex((active + step + commands.length) % commands.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(commands[active], event.metaKey || event.ctrlKey)
    }
  }

  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group.commands.length, 0))
  return (
    <Base.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css.scrim} />
        <Base.Popup
          className={css.palette}
          aria-label={label}
          initialFocus={() => focusAtOnce(inputRef.current, inputRef.current)}
          onKeyDown={onKeyDown}
        >
          <div className={css.search}>
            <Search size={16} />
            <input
              ref={inputRef}
              role="combobox"
              aria-label={label}
              aria-expanded="true"
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
              placeholder={props.placeholder}
              value={query}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                props.onQuery(event.target.value)
                setActiveIndex(0)
              }}
            />
            {props.busy ? <SpinnerRing /> : null}
            <Kbd keys="Esc" />
          </div>
          {commands.length === 0 ? <p className={css.empty}>{props.emptyText}</p> : null}
          <div
            ref={listRef}
            id={listId}
            role="listbox"
            aria-label={label}
            hidden={commands.length === 0}
            className={css.list}
          >
            {groups.map((group, groupIndex) =>
              group.commands.length === 0 ? null : (
                // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is no fieldset
                <div key={group.label} role="group" aria-label={group.label}>
                  <div className={css.heading} aria-hidden="true">
                    {group.label}
                  </div>
                  {group.commands.map((command, at) => {
                    const ownIndex = (starts[groupIndex] ?? 0) + at
                    return (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the search field
                      <div
                        key={command.id}
                        id={`${listId}-${ownIndex}`}
                        role="option"
                        tabIndex={-1}
                        aria-selected={ownIndex === active}
                        className={css.command}
                        onMouseMove={() => setActiveIndex(ownIndex)}
                        onClick={(event) => choose(command, event.metaKey || event.ctrlKey)}
                      >
                        {command.icon}
                        <span className={css.label}>
                          <Marked text={command.label} query={query} />
                        </span>
                        {command.hint === undefined ? null : <span className={css.hint}>{command.hint}</span>}
                        <span className={css.end}>
                          {command.shortcut?.split(' ').map((key) => (
                            <Kbd key={key} keys={key} />
                          ))}
                          {ownIndex === active && command.shortcut === undefined ? <Kbd keys="↵" /> : null}
                        </span>
                      </div>
                    )
                  })}
                </div>
              ),
            )}
          </div>
          <footer className={css.footer}>{props.footer}</footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The text with the searched part in bold. */
function Marked({ text, query }: { text: string; query: string }) {
  const needle = query.trim()
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + needle.length)}</b>
      {text.slice(at + needle.length)}
    </>
  )
}
