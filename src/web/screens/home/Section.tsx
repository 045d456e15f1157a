import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import css from './Section.module.css'

export interface SectionProps<V extends string> {
  title: string
  tabs: { value: V; label: string }[]
  tab: V
  onTab: (tab: V) => void
  /** content to the right of the heading */
  actions?: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A section of the home page: heading, tabs, links, and the content of the open tab. */
export function Section<V extends string>(props: SectionProps<V>) {
  const { title, tabs, tab, onTab, actions, isOpen, onToggle, children } = props
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={css.section}>
      <Tabs value={tab} onChange={(value) => onTab(value as V)}>
        <div className={css.head}>
          <h2 id={headingId} className={css.title}>
            <button type="button" aria-expanded={isOpen} onClick={onToggle} className={css.toggle}>
              {title}
              {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} className={css.closed} />}
            </button>
          </h2>
          {isOpen ? (
            <>
              <div className={css.tabs}>
                <TabList label={title} look="quiet">
                  {tabs.map(({ value, label }) => (
                    <Tab key={value} value={value}>
                      {label}
                    </Tab>
                  ))}
                </TabList>
              </div>
              <div className={css.actions}>{actions}</div>
            </>
          ) : null}
        </div>
        {isOpen ? <TabPanel value={tab}>{children}</TabPanel> : null}
      </Tabs>
    </section>
  )
}
