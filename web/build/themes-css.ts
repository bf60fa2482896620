type Container = { replaceWith(...nodes: unknown[]): void; nodes?: unknown[] }

/**
 * Lets the stylesheets of single Radix Themes components be imported from its `src`: their own `@breakpoints`
 * rule, which repeats every size for five screen widths, is unwrapped, as no responsive prop is used here.
 */
export function themesCss() {
  return {
    postcssPlugin: 'themes-css',
    AtRule: { breakpoints: (rule: Container) => rule.replaceWith(...(rule.nodes ?? [])) },
  }
}
