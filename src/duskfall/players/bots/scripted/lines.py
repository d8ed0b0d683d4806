"""The lines of a scripted player, by what there is to say.

{who}: of whom it speaks; {of}: another player in the reason; {word}: a result; {role}: a role with its article.
"""

from __future__ import annotations

LINES: dict[str, tuple[str, ...]] = {
    # -- why somebody is suspected -----------------------------------------------------------------------
    "hunch": (
        "I keep looking at {who}. Call it a feeling.",
        "Nothing solid yet, but {who} makes me uneasy.",
        "If I had to point at somebody now, it would be {who}.",
        "{who} is a little too comfortable for my taste.",
        "Somebody has to start: {who}, what have you been up to?",
        "I would like to hear more from {who}, and less from the rest of us.",
        "{who} has been choosing words very carefully.",
        "My eye is on {who}. I will be glad to be wrong.",
        "There is something rehearsed about {who}.",
        "I slept badly and I blame {who}.",
    ),
    "read": (
        "I am not guessing about {who}. Trust me on this one.",
        "{who} is the one. I know more than I can say.",
        "Put your votes on {who} and thank me tomorrow.",
        "I have a good reason to want {who} gone.",
    ),
    "reported": (
        "{of} says {who} came up {word}. That is enough for me.",
        "I believe {of}: {who} has to go.",
        "We have a result on {who}. Why are we still talking?",
        "{word}, says {of}. {who}, the floor is yours, but make it good.",
        "Either {of} is lying or {who} is done. I pick the second.",
        "Unless somebody contradicts {of}, I vote {who}.",
    ),
    "my_role": (
        "{who} claims my role. There is only one of us, and it is me.",
        "That is funny, {who}: I hold that card.",
        "{who} just lied to all of you, and I can prove it with my own card.",
    ),
    "no_such_role": (
        "{who} claims to be {role}, and there is none left. Count the dead.",
        "There is no {word} left in this deck, {who}. Try another story.",
        "The numbers do not allow {who} to be {role}.",
    ),
    "two_claim": (
        "{who} and {of} both claim to be {role}. One of them is lying, and I lean {who}.",
        "Two players, one card: {who} or {of}. My coin says {who}.",
        "{of} and {who} cannot both be {role}. I trust {who} less.",
    ),
    "confessed": (
        "{who} practically confessed. Do we need it in writing?",
        "Nobody says that by accident, {who}.",
    ),
    "lied_of_me": (
        "{who} told you I am {word}. I know what I am, so I know what {who} is.",
        "The result on me is false, and that makes {who} a liar.",
        "I know my own card, and {who} does not. Think about that.",
    ),
    "false_report": (
        "{who} gave us a result on {of}. Then we saw the card: {word}.",
        "{of} turned out to be {role}. {who} told us otherwise.",
        "{who} was wrong about {of}. Or not wrong: lying.",
    ),
    "spared_evil": (
        "When we sent {of} away, {who} voted elsewhere. Why?",
        "{of} was {role}, and {who} would not touch {of}.",
        "Look who did not vote for {of}: {who}.",
    ),
    "voted_good": (
        "{who} helped to send {of} away, and {of} was {role}.",
        "We lost {of} to a bad vote, and {who} was part of it.",
        "{who}, you voted {of} out. How did that work for us?",
    ),
    "accused_by_slain": (
        "{of} suspected {who}, and then {of} was dead. I can add.",
        "Who gains from {of} being silent? {who} does.",
        "{of} was on to {who}, I think.",
        "Before the night took {of}, {of} pointed at {who}.",
    ),
    "accused": (
        "{who} was very sure about {of}. {of} was {role}.",
        "{who} went after {of}, and {of} was {role}. I have not forgotten.",
    ),
    "defended_evil": (
        "{who} stood up for {of}. {of} was {role}.",
        "Remember who defended {of}? I do: {who}.",
    ),
    "wagon": (
        "I am with {of} on this: {who}.",
        "{of} makes a fair point about {who}.",
        "What {of} said. {who} has not answered it yet.",
        "I was not sure, but {of} convinced me: {who}.",
        "Let us not split the vote. {who}.",
        "Same here. {who}.",
    ),
    "visited_victim": (
        "I saw {who} near {of} last night, and {of} is dead.",
        "{who} paid {of} a visit. {of} did not live to tell.",
        "Ask {who} what took them to {of} last night.",
    ),
    "accused_me": (
        "{who} came for me without a reason. That is a reason.",
        "Funny how quickly {who} settled on me.",
        "{who} needs somebody to blame. I wonder why.",
    ),
    "known": ("I know what {who} is. Vote {who}.",),
    # -- results and roles -------------------------------------------------------------------------------
    "guilty": (
        "I am {role}. {results} Vote {who} today.",
        "Time to speak up: I am {role}. {results}",
        "{role}, and I have something. {results} {who} goes today.",
        "I did not want to say this so early. I am {role}. {results}",
    ),
    "duel": (
        "Nonsense. I am {role}, and {who} is a fake. {results}",
        "{who} stole my claim. I am {role}. {results}",
        "One of us two is lying, and it is {who}. I am {role}. {results}",
    ),
    "innocent": (
        "I am {role}. {results} Do with it what you like.",
        "For the record, since I may not wake up tomorrow: I am {role}. {results}",
        "I am {role}. {results} That leaves fewer to look at.",
    ),
    "more": (
        "Another night, another result. {results}",
        "News from {role}. {results}",
        "{results} That is what I have.",
    ),
    "counter": (
        "No. I am {role}, and {who} is lying.",
        "{who} is not {role}. I am.",
        "I hoped to stay hidden, but {who} has my card. I am {role}.",
    ),
    "out": (
        "Stop. I am {role}. You are about to make a mistake.",
        "If you must know: I am {role}.",
        "All right: {role}. Now look elsewhere.",
        "I am {role}. Vote me out and you will see it, too late.",
    ),
    "confess": (
        "Suppose I were {role}. What would you do about it?",
        "You got me. I am {role}. Happy now?",
        "Honestly, I would vote for me.",
    ),
    # -- about oneself -----------------------------------------------------------------------------------
    "deny": (
        "It is not me, {who}. Look at what I did, not at how I sound.",
        "You are wrong, {who}, and it costs us a day.",
        "{who}, give me one fact. One.",
        "I understand the suspicion. It is still wrong.",
        "If I were what {who} says, I would have played this better.",
        "Go on, waste the vote on me. Then remember who asked for it: {who}.",
    ),
    "reply": (
        "Fair question, {who}. I have nothing to hide.",
        "Since you ask, {who}: I am watching, and I like little of what I see.",
        "{who}, I will tell you the same tomorrow: I am on your side.",
        "My answer to {who}: read the votes.",
        "I sleep at night, {who}. Do you?",
        "{who}, ask me again after the vote.",
    ),
    "reply_name": (
        "To answer {who}: {of}.",
        "You asked, {who}. I say {of}.",
        "{who}, since you want a name: {of}.",
        "I told myself to wait, {who}, but it is {of}.",
        "{of}, {who}. Watch {of}.",
        "Not you, {who}. {of}.",
    ),
    "plea": (
        "Not me. You will regret this one.",
        "Look at the other one again, and count who brought us here.",
        "I have said what I am. Vote with your head.",
        "If I go, look at those who were in a hurry.",
    ),
    # -- about the others --------------------------------------------------------------------------------
    "ask": (
        "Where do you stand?",
        "Whom would you vote for right now, and why?",
        "What did you make of last night?",
        "You have been quiet. What do you know?",
        "Convince me. Why should you stay?",
        "Whom do you trust here?",
        "Who worries you most?",
        "If you could look at one card, whose would it be?",
        "What is the one thing we are all missing?",
        "Would you bet your seat on anybody here?",
    ),
    "trust": (
        "I believe {who}.",
        "{who} sounds right to me. Let us keep {who} alive.",
        "Nobody has contradicted {who}. I take the claim.",
        "Whoever can protect somebody tonight: {who}.",
        "I would rather listen to {who} than guess.",
    ),
    "mourn": (
        "Poor {who}. Somebody here knows exactly why.",
        "So it was {who}. Think: who wanted that?",
        "{who} deserved better. Let us make it count.",
        "The night took {who}. It did not pick at random.",
        "I will miss {who}. I will miss some of you less.",
    ),
    "quiet": (
        "Nobody died. Somebody did a good night's work.",
        "A quiet night. Either luck or a very good guess.",
        "We are all still here. That does not happen by itself.",
        "No body this morning. I would like to know whom to thank.",
    ),
    "muse": (
        "I have no strong read yet. Let us hear the others.",
        "Do not rush. They want us to rush.",
        "Watch the votes, not the words.",
        "Somebody at this table is enjoying this too much.",
        "I will keep my reasons to myself for one more day.",
        "Let us be careful. A wrong vote is a free kill.",
        "We talk a lot and know little.",
        "Whoever is quiet today will have to explain it tomorrow.",
    ),
    "state": (
        "My vote: {who}.",
        "I am voting {who}.",
        "{who}. That is my last word on it.",
        "It is {who} for me.",
        "Unless something changes: {who}.",
        "I have made up my mind. {who}.",
    ),
    "undecided": (
        "I am not convinced by anybody yet.",
        "No name from me today.",
        "I would rather wait than guess.",
    ),
    # -- other occasions ---------------------------------------------------------------------------------
    "campaign": (
        "Give me the badge and you will hear my reasons every day.",
        "I want to lead because somebody must, and I do not panic.",
        "I will speak last and I will listen first.",
        "You may not like me, but you can count on my vote.",
        "The badge should be with somebody who takes notes. I do.",
    ),
    "campaign_claim": (
        "I am {role}. {results} That is why I should lead.",
        "Give the badge to {role}: me. {results}",
    ),
    "farewell": (
        "I was {role}. Carry on without me.",
        "I was {role}, and I did what I could.",
        "{role}, for what it is worth now.",
        "You will see. I was {role}.",
    ),
    "farewell_name": (
        "I was {role}. Look at {who} next.",
        "{role}, and I leave you one name: {who}.",
        "Remember me when you vote for {who}. I was {role}.",
    ),
    "farewell_dark": (
        "Well played. You have no idea how close it was.",
        "You are welcome to look for the rest.",
        "You got one. Count again tonight.",
        "One down. Sleep well.",
    ),
    "plot": (
        "{who} tonight.",
        "I say we take {who}.",
        "{who} knows too much.",
        "Let us be done with {who}.",
        "{who}. Nobody will miss {who} before noon.",
    ),
    "plot_claim": (
        "{who} claims to be {role}. That has to stop tonight.",
        "{role} first: {who}.",
        "We cannot let {who} have another night.",
    ),
    "agree": (
        "Agreed. {who}.",
        "Fine by me: {who}.",
        "{who} it is.",
        "Yes. And tomorrow we look surprised.",
    ),
    "interrogate": (
        "You sit here for a reason. What is your role?",
        "Last chance: who are you, and who can confirm it?",
        "Talk. What did you do last night?",
        "I have heard better stories. Go on.",
    ),
    "prisoner": (
        "I am {role}. You have the wrong one.",
        "{role}, I swear. Let me go back to work.",
        "You are holding {role}. The real ones are laughing outside.",
    ),
}  # fmt: skip
