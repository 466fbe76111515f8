/** A dyed cloth or coat: its lit and shaded tones, and the ink that reads best on it. */
export type Colourway = { light: string; base: string; dark: string; ink: string; accent: string };

export const colourways = {
  char: { light: "#423B38", base: "#2E2927", dark: "#1A1615", ink: "#F3E8D8", accent: "#5FE3A1" },
  oak: { light: "#9A6A42", base: "#7E5231", dark: "#553420", ink: "#F7EDE0", accent: "#FFC56E" },
  cream: { light: "#F6EDDF", base: "#E9DCC8", dark: "#C4B299", ink: "#3A2A1E", accent: "#A65A12" },
  forest: { light: "#2F6B50", base: "#1F5540", dark: "#123527", ink: "#F3E8D8", accent: "#FFC56E" },
  copper: { light: "#CB7D50", base: "#B4643A", dark: "#823F20", ink: "#22150D", accent: "#FFE2B0" },
  slate: { light: "#5F7283", base: "#475968", dark: "#2C3944", ink: "#EFE9DF", accent: "#FFC56E" },
  honey: { light: "#F3BE5C", base: "#DD9B2E", dark: "#9C6412", ink: "#4A2C06", accent: "#4A2C06" },
} as const satisfies Record<string, Colourway>;

export type ColourwayName = keyof typeof colourways;

export const brandInk = { amber: "#F2A73B", cream: "#F7EDE0", viper: "#5FE3A1", night: "#0E0A08" } as const;
