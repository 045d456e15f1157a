import { useSyncExternalStore } from 'react'

export type ThemeMode = 'light' | 'dark'
export type ThemeChoice = ThemeMode | 'system'

const storageKey = 'sextant.theme'
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let choice = readChoice()

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function mode(): ThemeMode {
  if (choice !== 'system') return choice
  return systemDark.matches ? 'dark' : 'light'
}

function apply(): void {
  document.documentElement.dataset.theme = mode()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the theme on the document and follows the system's theme. Called once at start. */
export function startTheme(): void {
  apply()
  systemDark.addEventListener('change', apply)
}

/**
 * Stores the choice in this browser. The cookie lets the server render pages in the dark theme, so that nothing flashes
 * before the script runs.
 */
export function chooseTheme(next: ThemeChoice): void {
  if (next === 'system') {
    localStorage.removeItem(storageKey)
    document.cookie = 'theme=; Path=/; SameSite=Lax; Max-Age=0'
  } else {
    localStorage.setItem(storageKey, next)
    document.cookie = `theme=${next}; Path=/; SameSite=Lax; Max-Age=31536000`
  }
  showTheme(next)
}

/** Shows a theme without storing the choice: an embedding page decides only about its own frame. */
export function showTheme(next: ThemeChoice): void {
  choice = next
  apply()
}

/** The current theme. Charts redraw when it changes. */
export function useTheme(): ThemeMode {
  return useSyncExternalStore(subscribe, mode)
}

/** The user's choice: a theme or the system's. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choice)
}
