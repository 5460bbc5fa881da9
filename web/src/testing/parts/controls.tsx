import { Video } from "lucide-react";
import { type FC, useRef, useState } from "react";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Chip, ChipPanel, Chips, MoreChips } from "#/ui/Chip/Chip.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Drawer } from "#/ui/Drawer/Drawer.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { ShareSwitches } from "#/ui/ShareSwitches/ShareSwitches.tsx";
import { Slider } from "#/ui/Slider/Slider.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Switch } from "#/ui/Switch/Switch.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Toaster } from "#/ui/Toast/Toaster.tsx";
import { Tooltip } from "#/ui/Tooltip/Tooltip.tsx";

/** Buttons, links and form controls. */
export const controls: Record<string, FC> = {
  AppLink: () => (
    <Row wrap>
      <AppLink href="/">A place</AppLink>
      <AppLink outside="https://jobs.example">Another site</AppLink>
    </Row>
  ),

  Button: () => (
    <Row wrap>
      <Button>Go on</Button>
      <Button busy>On its way</Button>
      <Button aria-disabled>Not yet</Button>
      <Button variant="second">Another thing</Button>
      <Button variant="second" size="small">
        Small
      </Button>
      <Button href="/">A place</Button>
      <Button full>As wide as its column</Button>
    </Row>
  ),

  Chip: function ChipStory() {
    const [open, setOpen] = useState(true);
    return (
      <Chips>
        <Chip art="hat" label="Construction" open={false} onToggle={() => {}} panelId="none" />
        <Chip art="whisk" label="Restaurants" open={open} onToggle={() => setOpen(!open)} panelId="titles" />
        {open && (
          <ChipPanel id="titles" label="Restaurants">
            <Pill on onClick={() => {}}>
              Line Cook
            </Pill>
            <Pill on={false} onClick={() => {}}>
              Dishwasher
            </Pill>
          </ChipPanel>
        )}
        <MoreChips label="More kinds of work" open={false} onToggle={() => {}} />
      </Chips>
    );
  },

  OptionCard: () => (
    <fieldset>
      <legend>When can you work?</legend>
      <Stack gap="s">
        <OptionCard type="radio" name="one" label="Mornings" detail="Before noon" defaultChecked />
        <OptionCard type="radio" name="one" label="Evenings" />
        <OptionCard type="checkbox" label="I agree" detail="It can be taken back." />
        <OptionCard type="checkbox" label="Without a frame" bare defaultChecked />
      </Stack>
    </fieldset>
  ),

  Dialog: function DialogStory() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button variant="second" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Hide this job?" text="It can be brought back.">
          <Button full onClick={() => setOpen(false)}>
            Hide it
          </Button>
        </Dialog>
      </>
    );
  },

  Drawer: function DrawerStory() {
    const drawer = useRef<HTMLDialogElement>(null);
    return (
      <>
        <Button variant="second" onClick={() => drawer.current?.showModal()}>
          Open a drawer
        </Button>
        <Drawer id="drawer" ref={drawer} title="A drawer">
          <p>What it holds.</p>
        </Drawer>
      </>
    );
  },

  Field: () => (
    <Stack>
      <Field label="First name" hint="As on your papers" defaultValue="Rosa" />
      <EmailField label="Email" defaultValue="rosa@" error="This email is not finished." />
      <Field label="Zip code" short inputMode="numeric" />
      <Field label="Kind">
        {(ids) => (
          <select {...ids}>
            <option>Server</option>
          </select>
        )}
      </Field>
      <Field label="Notes">{(ids) => <textarea {...ids} defaultValue="After my shift" />}</Field>
    </Stack>
  ),

  form: function FormStory() {
    const form = useForm({ wish: text(() => "Say what you want.") }, { wish: "" });
    return (
      <form {...form.on(() => new Promise((resolve) => setTimeout(resolve, 2000)))}>
        <Stack>
          <Field label="What do you want?" {...form.field("wish")} />
          <Button type="submit" busy={form.busy}>
            Send
          </Button>
        </Stack>
      </form>
    );
  },

  PasswordField: () => <PasswordField label="Password" hint="At least 8 characters" defaultValue="a long day's work" />,

  Pill: () => (
    <Row wrap>
      <Pill on onClick={() => {}}>
        Picked
      </Pill>
      <Pill on={false} onClick={() => {}}>
        Not picked
      </Pill>
    </Row>
  ),

  Slider: function SliderStory() {
    const [rate, setRate] = useState(20);
    return <Slider min={15} max={35} value={rate} onChange={setRate} label="Lowest pay" format={(value) => `$${value} an hour`} />;
  },

  ShareSwitches: function ShareSwitchesStory() {
    const [shares, setShares] = useState({ video: true, words: true, score: false, quickAnswers: true });
    return <ShareSwitches shares={shares} onChange={setShares} />;
  },

  Switch: function SwitchStory() {
    const [on, setOn] = useState(true);
    return (
      <Stack gap="s">
        <Switch label="Show my video" detail="The cook's own pictures" on={on} onChange={setOn} />
        <Switch icon={Video} label="Share the score" on={false} onChange={() => {}} />
      </Stack>
    );
  },

  TextLink: () => (
    <Row wrap>
      <TextLink href="/">A place</TextLink>
      <TextLink back href="/">
        Where you came from
      </TextLink>
      <TextLink>A thing to do</TextLink>
    </Row>
  ),

  Toast: () => (
    <>
      <Button variant="second" onClick={() => toast({ title: "Saved", description: "You can go on.", tone: "good" })}>
        Say it
      </Button>
      <Button variant="second" onClick={() => toast({ title: "Not saved", description: "Try again.", tone: "danger" })}>
        Say it failed
      </Button>
      <Toaster />
    </>
  ),

  Tooltip: () => (
    <Tooltip text="A few more words">
      <Button variant="second">Stay here</Button>
    </Tooltip>
  ),
};
