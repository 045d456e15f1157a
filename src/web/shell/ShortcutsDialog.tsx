import { Dialog } from '../ui/Dialog.tsx'
import { Kbd, modKey } from '../ui/Kbd.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ShortcutsDialog.module.css'
import { type ListedKeys, type Shortcut, useShortcuts } from './shortcuts.ts'

const texts = defineTexts('shortcuts', { title: 'Keyboard shortcuts', after: 'then' })

/** All shortcuts that work on this page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { shortcuts } = useShortcuts()
  const groups = Map.groupBy(shortcuts, (shortcut) => shortcut.group)
  return (
    <Dialog open onClose={onClose} title={t(texts.title)} width={560}>
      <div className={css.groups}>
        {[...groups].map(([group, entries]) => (
          <section key={group}>
            <h3 className={css.heading}>{group}</h3>
            <dl className={css.list}>
              {entries.map((entry) => (
                <div key={entry.keys} className={css.row}>
                  <dt>{entry.label}</dt>
                  <dd>
                    <Keys shortcut={entry} after={t(texts.after)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Keys({ shortcut, after }: { shortcut: Shortcut | ListedKeys; after: string }) {
  return shortcut.keys.split(' ').map((key, index) => (
    <span key={key} className={css.keys}>
      {index > 0 ? <span className={css.then}>{after}</span> : null}
      <Kbd keys={printed(key)} />
    </span>
  ))
}

/** Keys as they are printed: letters in upper case, `Shift+F10` as `Shift F10`. */
const printed = (key: string) =>
  key
    .split('+')
    .map((part) => (part === 'mod' ? modKey : part.length === 1 ? part.toUpperCase() : part))
    .join(' ')
